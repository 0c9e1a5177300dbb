#!/usr/bin/env python3
"""Our fuzzer against libFuzzer and AFL++ on the same constraint programs: time to a model.

    bench/fuzzers.py [--build FOLDER] [--limit SECONDS] [--sample N] [--seed N] [--budget SECONDS]
                     [--out FILE.csv] [--markdown]

Takes satisfiable queries of bench/closed-box (families bv, synth, floats, ints; a sample drawn with
--seed, the same number of each family where there are enough), those that can be written as C, and
runs `tandem solve --mode fuzz` on each with each fuzzer: all get the whole formula as one program. The
time is that of the whole process, for the external fuzzers with the compilation that the published
approach needs, and once more without it. Results are appended to --out, so that a run can be cut in
parts: --budget ends it after that many seconds, and the next one goes on. The table is printed when
all is there."""
import argparse, csv, os, pathlib, random, re, shutil, statistics, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUITE = ROOT / "bench/closed-box"
FUZZERS = ["internal", "libfuzzer", "afl++"]
FAMILIES = ["bv", "synth", "floats", "ints"]


def solve(tandem, query, options, limit):
    """Answer and wall seconds of one run."""
    command = [tandem, "solve", "--timeout", str(limit), "--mode", "fuzz", *options]
    library = query.parent / "boxes.c"
    if library.exists():
        command += ["--lib", str(library)]
    started = time.perf_counter()
    done = subprocess.run(command + [str(query)], capture_output=True, text=True)
    answer = (done.stdout.split() or ["none"])[0]
    return answer, time.perf_counter() - started, done.stderr


def has_program(tandem, query):
    """Whether the formula can be written as C."""
    with tempfile.TemporaryDirectory() as folder:
        _, _, errors = solve(tandem, query, ["--emit-c", folder + "/p.c"], 0.5)
    return "is not written" not in errors


def compile_seconds(query, tandem, fuzzer):
    """What the fuzzer's compilers take for the program of the query; AFL++ has two, side by side."""
    with tempfile.TemporaryDirectory() as folder:
        solve(tandem, query, ["--emit-c", folder + "/p%.c"], 0.5)
        source = folder + "/p1.c" if os.path.exists(folder + "/p1.c") else folder + "/p0.c"
        box = [str(query.parent / "boxes.c")] if (query.parent / "boxes.c").exists() else []
        env = dict(os.environ, AFL_QUIET="1", AFL_LLVM_LAF_SPLIT_COMPARES="1",
                   AFL_LLVM_LAF_TRANSFORM_COMPARES="1", AFL_LLVM_LAF_SPLIT_FLOATS="1")
        objects = []
        if box:
            objects = [folder + "/b.so"]
            subprocess.run(["cc", "-O1", "-shared", "-fPIC", *box, "-o", objects[0], "-lm"], check=True)
        if fuzzer == "libfuzzer":
            commands = [(["clang-19", "-O1", "-fsanitize=fuzzer"], env)]
        else:
            commands = [(["afl-clang-lto", "-O1"], env), (["afl-clang-lto", "-O1"], dict(env, AFL_LLVM_CMPLOG="1"))]
        started = time.perf_counter()
        running = [subprocess.Popen(c + [source, *objects, "-lm", "-o", f"{folder}/a{i}"], env=e,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                   for i, (c, e) in enumerate(commands)]
        for process in running:
            process.wait()
        return time.perf_counter() - started


def sample(tandem, n, seed):
    """The same number of every family, as far as they reach, in an order that the seed decides."""
    rng = random.Random(seed)
    chosen = []
    for i, family in enumerate(FAMILIES):
        queries = [q for q in sorted((SUITE / family).glob("*.smt2"))
                   if re.search(r"^\(set-info :status sat\)", q.read_text(), re.M)]
        rng.shuffle(queries)
        wanted = (n - len(chosen)) // (len(FAMILIES) - i)
        chosen += [q for q in queries if has_program(tandem, q)][:wanted]
    return chosen


def version(command):
    done = subprocess.run(command, capture_output=True, text=True)
    lines = [l for l in (done.stdout + done.stderr).splitlines() if l.strip()]
    return re.sub(r"\x1b\[[0-9;]*m", "", lines[0]).strip() if lines else "?"


def table(rows, queries, limit, out):
    times = {(r["query"], r["fuzzer"]): r for r in rows}
    seconds = lambda q, f: float(times[q, f]["seconds"]) if times[q, f]["answer"] == "sat" else None
    show = lambda s: f"{s:9.3f}" if s is not None else f"> {limit:g}".rjust(9)
    print(f"| {'query':40} | {' | '.join(f.rjust(9) for f in FUZZERS)} | libfuzzer / internal | afl++ / internal |", file=out)
    print("|---|" + "---:|" * 5, file=out)
    ratios, bare = {f: [] for f in FUZZERS[1:]}, {f: [] for f in FUZZERS[1:]}
    for q in queries:
        own = seconds(q, "internal")
        cells = []
        for f in FUZZERS[1:]:
            other = seconds(q, f)
            if own is None:
                cells.append("-" if other is None else "not solved by ours")
                continue
            ratio = (other if other is not None else limit) / own
            ratios[f].append(ratio)
            bare[f].append(max((other if other is not None else limit) - float(times[q, f]["compile"] or 0), 0) / own)
            cells.append(("" if other is not None else "> ") + f"{ratio:.1f}")
        print(f"| {q:40} | {' | '.join(show(seconds(q, f)) for f in FUZZERS)} | {' | '.join(cells)} |", file=out)
    print(file=out)
    for f in FUZZERS:
        solved = [q for q in queries if seconds(q, f) is not None]
        mine = [q for q in solved if seconds(q, "internal") is None]
        print(f"- {f}: {len(solved)} of {len(queries)} solved, median {statistics.median(seconds(q, f) for q in solved) if solved else 0:.3f} s"
              f" of those{'; not by ours: ' + ', '.join(mine) if mine else ''}", file=out)
    for f in FUZZERS[1:]:
        if ratios[f]:
            print(f"- {f} / internal, median: {statistics.median(ratios[f]):.1f} "
                  f"({statistics.median(bare[f]):.1f} without compiling; unsolved ones count as the limit)", file=out)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    p.add_argument("--limit", type=float, default=15)
    p.add_argument("--sample", type=int, default=24)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--budget", type=float, default=1e9)
    p.add_argument("--out", type=pathlib.Path)
    a = p.parse_args()
    started = time.monotonic()
    tandem = str(a.build.resolve() / "tandem")
    for tool in ["clang-19", "afl-fuzz"]:
        if not shutil.which(tool):
            sys.exit(f"fuzzers.py: {tool} is not installed (see packages.txt)")
    out = a.out or a.build / f"fuzzers-{a.seed}-{a.sample}.csv"
    chosen = sample(tandem, a.sample, a.seed)
    names = [str(q.relative_to(SUITE)) for q in chosen]
    rows = list(csv.DictReader(out.open())) if out.exists() else []
    done = {(r["query"], r["fuzzer"]) for r in rows}
    with out.open("a", newline="") as file:
        writer = csv.DictWriter(file, ["query", "fuzzer", "answer", "seconds", "compile"])
        if not rows:
            writer.writeheader()
        for query, name in zip(chosen, names):
            for fuzzer in FUZZERS:
                if (name, fuzzer) in done:
                    continue
                if time.monotonic() - started > a.budget:
                    print(f"{len(done)} of {len(names) * 3} runs; call again to go on", file=sys.stderr)
                    return
                compiling = "" if fuzzer == "internal" else f"{compile_seconds(query, tandem, fuzzer):.3f}"
                answer, seconds, _ = solve(tandem, query, ["--fuzzer", fuzzer], a.limit)
                row = dict(query=name, fuzzer=fuzzer, answer=answer, seconds=f"{seconds:.4f}", compile=compiling)
                writer.writerow(row)
                file.flush()
                rows.append(row)
                done.add((name, fuzzer))
                if answer == "unsat":
                    sys.exit(f"fuzzers.py: {name}: wrong answer unsat with {fuzzer}")
    print(f"{time.strftime('%Y-%m-%d')}; limit {a.limit:g} s; seed {a.seed}; {version([tandem, '--version'])}; "
          f"{version(['clang-19', '--version'])}; {version(['afl-fuzz', '-V'])}\n")
    table(rows, names, a.limit, sys.stdout)


main()
