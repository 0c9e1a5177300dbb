#!/usr/bin/env python3
"""Line coverage of GNU coreutils: `tandem explore` beside random arguments from a dictionary.

    bench/coreutils/run.py WORK [--seconds 60] [--seeds 3] [--programs cut,wc] [--variants all,…] [--json FILE] [BUILD]

Gets Debian's source package into the folder WORK, builds it with gcov and with tandem-cc, runs
`tandem explore` on each program of tools/dictionary_baseline_79.tsv on one core, and scores the tests with
tools/replaycov.py: lines of the program's own source file. Beside it the baseline, measured on the same
build: 300 random argument lists from the words of `--help`. Needs root (the replay has namespaces of its
own) and the folder tools of ../shared. What was measured is kept in WORK/results and not measured again. --json writes
the lines in percent: program, variant, one number for each seed.
"""
import argparse, csv, json, os, pathlib, shutil, subprocess, sys

sys.dont_write_bytecode = True  # the source tree stays as it is
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import build, dictionary

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHAPE = ["--sym-args", "0", "8", "16", "--sym-files", "2", "64", "--sym-stdin", "64"]
# What is switched off to see what it is worth; "all" is the whole of it.
VARIANTS = {
    "all": [],
    "mutation": ["--no-solver"],
    "smt": ["--no-deferred", "--no-fuzz"],
    "no-mutation": ["--mutation-share", "0"],
    "no-splitter": ["--no-splitter"],
    "no-predictor": ["--no-predictor"],
    "no-models": ["--models", "off"],
    "ifse": ["--preset", "ifse"],
    "klee-like": ["--preset", "klee-like"],
}


def score(tools, program, tests, objects, result, seconds=2):
    """Replays the tests and keeps the figures in the file `result`."""
    scratch = result.with_suffix(".new")
    # Tests of cp leave folders that are thousands deep, and the replay removes them by recursion.
    deep = result.parent / "deep"
    deep.mkdir(exist_ok=True)
    (deep / "sitecustomize.py").write_text("import sys\nsys.setrecursionlimit(100000)\n")
    done = subprocess.run([sys.executable, tools / "replaycov.py", program, tests, "--obj", objects, "--json",
                           scratch, "-t", str(seconds)], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(deep)})
    if done.returncode or not scratch.exists():
        print(f"{program}: not scored: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    for extra in result.parent.glob(scratch.name + ".gcov"):
        extra.rename(result.with_suffix(".gcov"))
    scratch.rename(result)
    return json.loads(result.read_text())


def known(result):
    return json.loads(result.read_text()) if result.exists() else None


def measure_dictionary(o, program, objects):
    folder = o.work / "results/dictionary"
    result = folder / f"{program}.json"
    if result.exists():
        return known(result)
    tests = folder / program
    shutil.rmtree(tests, ignore_errors=True)
    tests.mkdir(parents=True)
    dictionary.write_tests(objects / "src" / program, tests, 300, 1)
    return score(o.tools, program, tests, objects, result)


def measure_explore(o, program, variant, seed, target, objects):
    folder = o.work / f"results/{variant}-{o.seconds}s/{seed}"
    result = folder / f"{program}.json"
    if result.exists():
        return known(result)
    out = folder / program
    shutil.rmtree(out, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    command = [o.build / "tandem", "explore", "-q", target / "src" / program, *SHAPE, *VARIANTS[variant],
               "--for", f"{o.seconds}s", "--seed", str(seed), "-o", out]
    core = min(os.sched_getaffinity(0)) if o.core is None else o.core
    cores = {core} if core >= 0 else os.sched_getaffinity(0)
    with open(folder / f"{program}.log", "w") as log:
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                       preexec_fn=lambda: os.sched_setaffinity(0, cores))
    if not (out / "tests").is_dir():
        print(f"{program}: no tests, see {folder}/{program}.log", file=sys.stderr)
        return None
    figures = score(o.tools, program, out / "tests", objects, result)
    print(f"{variant} seed {seed} {program}: {figures and figures.get('lines')}", file=sys.stderr, flush=True)
    return figures


def mean(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else None


def lines_of(figures):
    return mean([f.get("lines") if f else None for f in figures])


def show(value):
    return f"{value:7.2f}" if value is not None else "      -"


def table(o, rows):
    """Prints a line for each program, the means, and how often the baseline was reached."""
    columns = ["dictionary"] + o.variants
    print(f"{'program':10} {'lines':>5} " + " ".join(f"{c:>12}" for c in columns))
    for program, row in rows:
        count = next((f["nlines"] for c in columns for f in row.get(c, []) if f and "nlines" in f), 0)
        print(f"{program:10} {count:5} " + " ".join(f"{show(lines_of(row.get(c, []))):>12}" for c in columns))
    print(f"{'mean':16} " + " ".join(
        f"{show(mean([lines_of(row.get(c, [])) for _, row in rows])):>12}" for c in columns))
    for variant in o.variants:
        pairs = [(lines_of(row.get(variant, [])), lines_of(row.get("dictionary", []))) for _, row in rows]
        pairs = [(a, b) for a, b in pairs if a is not None and b is not None]
        reached = sum(a >= b - 1e-9 for a, b in pairs)
        print(f"{variant}: at least the dictionary's figure on {reached} of {len(pairs)}")


def sums(o):
    """Prints what the explorations of each variant counted, all together."""
    solved = ("box_transplanted", "box_proposed", "box_fuzzed", "box_exhausted")
    for variant in o.variants:
        total = {}
        for path in (o.work / f"results/{variant}-{o.seconds}s").glob("*/*/stats.json"):
            stats = json.loads(path.read_text())
            for key, value in {**stats, **stats.get("solver", {})}.items():
                if isinstance(value, (int, float)):
                    total[key] = total.get(key, 0) + value
        if not total:
            continue
        get = lambda *keys: sum(int(total.get(k, 0)) for k in keys)
        print(f"{variant}: {get('mutants')} mutants, {get('traces')} traced runs, {get('questions')} questions; "
              f"{get('tests')} tests, {get('solved_kept')} by solving, {get('mutants_kept')} by mutation; "
              f"full paths without boxes: {get('pure_diverged')} of {get('pure_followed', 'pure_diverged')} "
              f"diverged; box questions left for the fuzz solver: {get(*solved)} of {get('box_asked')} solved")


def programs_of(o):
    with open(o.tools / "dictionary_baseline_79.tsv") as f:
        names = [row["prog"] for row in csv.DictReader(f, delimiter="\t")]
    chosen = o.programs.split(",") if o.programs else names
    unknown = sorted(set(chosen) - set(names))
    if unknown:
        sys.exit(f"not among the programs: {', '.join(unknown)}")
    return chosen


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / "build-rel")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--programs", help="comma-separated; all 79 without it")
    parser.add_argument("--variants", default="all", help=f"of {', '.join(VARIANTS)}; empty: the baseline only")
    parser.add_argument("--tools", type=pathlib.Path, default=ROOT.parent / "shared/tools")
    parser.add_argument("--json", type=pathlib.Path, help="a file for the figures of each program")
    parser.add_argument("--core", type=int, help="the core explore may use; -1: any, one at a time")
    parser.add_argument("--rebuild", action="store_true",
                        help="compile again with tandem-cc, and forget what was measured with it")
    parser.add_argument("--jobs", type=int, default=2, help="of make")
    parser.add_argument("--mirror", default="http://deb.debian.org/debian")
    parser.add_argument("--suite", default="bookworm")
    o = parser.parse_args()
    o.variants = [v for v in o.variants.split(",") if v]
    unknown = sorted(set(o.variants) - set(VARIANTS))
    if unknown:
        parser.error(f"no such variant: {', '.join(unknown)}")
    o.work, o.build, o.tools = o.work.resolve(), o.build.resolve(), o.tools.resolve()
    return o


def main():
    o = options()
    if not (o.tools / "replaycov.py").exists():
        print(f"there is no {o.tools}/replaycov.py: nothing to do")
        return 0
    chosen = programs_of(o)
    o.work.mkdir(parents=True, exist_ok=True)
    try:
        tree = build.source(o.work, o.mirror, o.suite)
        if o.rebuild:
            shutil.rmtree(tree / "obj-tandem", ignore_errors=True)
            for old in (o.work / "results").glob("*-*s"):
                shutil.rmtree(old)
        objects = build.with_gcov(tree, chosen, o.tools, o.jobs)
        target = build.with_tandem(tree, chosen, o.build / "tandem-cc", o.jobs) if o.variants else None
    except build.BuildError as e:
        print(e, file=sys.stderr)
        return 1
    rows = [(p, {"dictionary": [measure_dictionary(o, p, objects)]}) for p in chosen]
    for seed in range(o.first_seed, o.first_seed + o.seeds):
        for program, row in rows:  # one after the other, so that a busy hour hits all variants
            for variant in o.variants:
                row.setdefault(variant, []).append(
                    measure_explore(o, program, variant, seed, target, objects))
    table(o, rows)
    sums(o)
    if o.json:
        o.json.write_text(json.dumps({p: {v: [f and f.get("lines") for f in fs] for v, fs in row.items()}
                                      for p, row in rows}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
