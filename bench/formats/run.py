#!/usr/bin/env python3
"""Programs that read formats: lines that tests of Tandem, AFL++ and libFuzzer reach on a build that none of them touched.

    bench/formats/run.py BUILD FOLDER WORK [--seconds 60] [--seeds 3] [--programs expat,lua] [--tools tandem,…] [--core 0]

FOLDER has the unpacked Debian source packages of programs.py (apt-get source expat cjson libyaml giflib bzip2 jhead unrtf lua5.4).
Each tool runs on one core for so many seconds, from one input of four bytes: `tandem explore`, the same with --no-solver, AFL++ with
cmplog, and libFuzzer where there is a harness. All builds are made before, also those that `tandem explore` makes for itself. Tests are replayed on a build of clang -O0 with line counters. What was measured is kept
in WORK and not measured again."""
import argparse, json, os, pathlib, shutil, signal, statistics, subprocess, sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from programs import PROGRAMS

CORE = 0
TOOLS = ["tandem", "no-solver", "afl++", "libfuzzer"]
QUIET = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)


def use_core(number):
    global CORE
    CORE = number


def sources(folder, p):
    roots = sorted(d for d in folder.glob(p["source"]) if d.is_dir())
    if not roots:
        return None
    found = [f for pattern in p["files"] for f in sorted(roots[0].glob(pattern))]
    return roots[0], [f for f in found if f.name not in p.get("without", [])]


def arguments_of(o, p):
    return p["arguments"] and [a.replace("{root}", str(sources(o.folder, p)[0])) for a in p["arguments"]]


def compile_with(compiler, flags, p, folder, out, extra=(), environment=None):
    """False: it does not compile (see OUT.log)."""
    root, files = sources(folder, p)
    made = out.parent / (out.name + ".made")
    made.mkdir(parents=True, exist_ok=True)
    for name, text in p.get("made", {}).items():
        (made / name).write_text(text)
    includes = [f"-I{d}" for pattern in p["folders"] for d in [root, *([] if pattern == "." else root.glob(pattern))] if d.is_dir()]
    objects = []
    with open(f"{out}.log", "wb") as log:
        for i, source in enumerate([*files, *extra]):
            objects.append(str(made / f"{i}.o"))
            command = [*compiler, "-w", *flags, *p["flags"], f"-I{made}", *includes, "-c", str(source), "-o", objects[-1]]
            if subprocess.run(command, stdout=log, stderr=log, env={**os.environ, **(environment or {})}).returncode:
                return False
        return subprocess.run([*compiler, "-w", *flags, *objects, "-lm", "-o", str(out)], stdout=log, stderr=log,
                              env={**os.environ, **(environment or {})}).returncode == 0


def build_all(o, name, p):
    """Programs by tool; "lines" is the one that counts."""
    folder = o.work / "builds" / name
    folder.mkdir(parents=True, exist_ok=True)
    harness = p["arguments"] is None
    fuzzer = ["-fsanitize=fuzzer"] if harness else []
    recipes = {
        "tandem": ([str(o.build / "tandem-cc")], ["-O1", "-g"], [], None),
        "afl": (["afl-clang-fast"], ["-O2", *fuzzer], [], None),
        "cmplog": (["afl-clang-fast"], ["-O2", *fuzzer], [], {"AFL_LLVM_CMPLOG": "1"}),
        "lines": (["clang-19"], ["-O0", "-g", "-fprofile-instr-generate", "-fcoverage-mapping", "-mllvm",
                                 "-runtime-counter-relocation=true"], [HERE / "replay_main.c"] if harness else [], None),
    }
    if harness:
        recipes["libfuzzer"] = (["clang-19"], ["-O2", "-fsanitize=fuzzer"], [], None)
    built = {}
    for kind, (compiler, flags, extra, environment) in recipes.items():
        path = folder / kind
        if path.exists() or compile_with(compiler, flags, p, o.folder, path, extra, environment):
            built[kind] = path
        else:
            print(f"{name}: {kind} does not compile, see {path}.log", file=sys.stderr)
    if "tandem" in built and not prepared(built).exists():
        subprocess.run([o.build / "tandem", "explore", "-q", "--for", "0", "--runs", "1", "-o", prepared(built).parent,
                        *inputs_of(p), built["tandem"], *fixed_of(o, p)], **QUIET)
    return built


def prepared(built):
    """The builds that `tandem explore` makes."""
    return built["tandem"].parent / "prepared" / "builds"


def started(command, **options):
    """On one core."""
    return subprocess.Popen(["taskset", "-c", str(CORE), *map(str, command)], start_new_session=True, **QUIET, **options)


def ended(child, seconds):
    """Ended by force when its time is over."""
    try:
        child.wait(seconds + 20)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def first_input(out):
    """A new folder with one input of four bytes, in another."""
    shutil.rmtree(out, ignore_errors=True)
    first = out / "first"
    first.mkdir(parents=True)
    (first / "0").write_bytes(b"aaa\n")
    return first


def inputs_of(p):
    if p["arguments"] is None:
        return []
    return ["--sym-files", "1", "256"] if "@@" in p["arguments"] else ["--sym-stdin", "256"]


def fixed_of(o, p):
    return ["--", *arguments_of(o, p)] if p["arguments"] else []


def start_tandem(o, p, built, seed, first, results, own):
    if prepared(built).exists():
        shutil.copytree(prepared(built), results / "builds")
    return started([o.build / "tandem", "explore", "-q", "--for", o.seconds, "--seed", seed, "-o", results, *own, *inputs_of(p),
                    "-i", first, built["tandem"], *fixed_of(o, p)])


def tandem_inputs(results):
    kept = [*results.glob("tests/*/stdin"), *results.glob("tests/*/files/A"), *results.glob("tests/*/objects/*")]
    return [f.read_bytes() for f in kept if f.is_file()]


def start_afl(o, p, built, seed, first, results, own):
    return started(["afl-fuzz", "-i", first, "-o", results, "-s", seed, "-V", o.seconds, "-c", built["cmplog"], *own, "--",
                    built["afl"], *(arguments_of(o, p) or [])],
                   env={**os.environ, "AFL_NO_UI": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1",
                        "AFL_NO_AFFINITY": "1", "AFL_SYNC_TIME": "1"})


def afl_inputs(results):
    return [f.read_bytes() for f in results.glob("*/queue/id:*")]


def fuzz(o, tool, p, built, seed, out):
    """The inputs that the tool kept."""
    first = first_input(out)
    if tool in ("tandem", "no-solver"):
        ended(start_tandem(o, p, built, seed, first, out / "r", ["--no-solver"] if tool == "no-solver" else []), o.seconds)
        return tandem_inputs(out / "r")
    if tool == "afl++":
        ended(start_afl(o, p, built, seed, first, out / "r", []), o.seconds)
        return afl_inputs(out / "r")
    ended(started([built["libfuzzer"], first, f"-max_total_time={o.seconds}", f"-seed={seed + 1}", "-ignore_crashes=1", "-fork=1"],
                  cwd=out), o.seconds)
    return [f.read_bytes() for f in first.iterdir()]


def lines_of(o, p, counting, inputs, scratch):
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    for i, data in enumerate(inputs):
        path = scratch / "A"
        path.write_bytes(data)
        command = [str(counting), *["A" if a == "@@" else a for a in (["@@"] if p["arguments"] is None else arguments_of(o, p))]]
        try:
            with open(path, "rb") as given:
                subprocess.run(command, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=3, cwd=scratch,
                               env={**os.environ, "LLVM_PROFILE_FILE": str(scratch / f"{i}%c.profraw")})
        except subprocess.TimeoutExpired:
            pass
    raw = [str(f) for f in scratch.glob("*.profraw") if f.stat().st_size]
    if not raw:
        return 0
    (scratch / "list").write_text("\n".join(raw))
    subprocess.run(["llvm-profdata-19", "merge", "-sparse", "-failure-mode=all", "-f", scratch / "list", "-o", scratch / "all"],
                   check=True, stderr=subprocess.DEVNULL)
    out = subprocess.run(["llvm-cov-19", "export", "-summary-only", f"-instr-profile={scratch / 'all'}", str(counting)],
                         check=True, capture_output=True, text=True).stdout
    return json.loads(out)["data"][0]["totals"]["lines"]["covered"]


def measure(o, name, tool, seed, built):
    result = o.work / "results" / f"{name}-{tool}-{seed}-{o.seconds}.json"
    if result.exists():
        return json.loads(result.read_text())["lines"]
    p = PROGRAMS[name]
    inputs = fuzz(o, tool, p, built, seed, o.work / "runs" / f"{name}-{tool}-{seed}")
    lines = lines_of(o, p, built["lines"], inputs, o.work / "replay")
    result.parent.mkdir(parents=True, exist_ok=True)
    result.write_text(json.dumps({"lines": lines, "inputs": len(inputs)}))
    return lines


def options(text, programs):
    """What all measurements of these programs are told."""
    a = argparse.ArgumentParser(description=text.splitlines()[0])
    for word in ("build", "folder", "work"):
        a.add_argument(word, type=lambda s: pathlib.Path(s).resolve())
    a.add_argument("--seconds", type=int, default=60)
    a.add_argument("--seeds", type=int, default=3)
    a.add_argument("--programs", default=",".join(programs))
    a.add_argument("--core", type=int, default=0)
    return a


def main():
    a = options(__doc__, PROGRAMS)
    a.add_argument("--tools", default=",".join(TOOLS))
    o = a.parse_args()
    use_core(o.core)
    ahead = beside = solver = counted = 0
    for name in o.programs.split(","):
        if not sources(o.folder, PROGRAMS[name]):
            print(f"{name}: {PROGRAMS[name]['source']} is not in {o.folder}")
            continue
        built = build_all(o, name, PROGRAMS[name])
        needed = {"tandem": "tandem", "no-solver": "tandem", "afl++": "cmplog", "libfuzzer": "libfuzzer"}
        mean = {t: statistics.mean(measure(o, name, t, s, built) for s in range(o.seeds))
                for t in o.tools.split(",") if needed[t] in built and "lines" in built}
        print(f"{name:8} " + "  ".join(f"{t} {mean[t]:.1f}" for t in mean), flush=True)
        others = [mean[t] for t in ("afl++", "libfuzzer") if t in mean]
        if "tandem" in mean and others:
            counted += 1
            ahead += mean["tandem"] > max(others)
            beside += mean["tandem"] >= 0.95 * max(others)
        solver += mean.get("tandem", 0) > mean.get("no-solver", float("inf"))
    print(f"ahead of all others on {ahead} of {counted} (bar 6 of 8), at least 95 % of the best on {beside}, "
          f"ahead of --no-solver on {solver} (bar 5)")


if __name__ == "__main__":
    main()
