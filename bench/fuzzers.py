#!/usr/bin/env python3
"""Our fuzzer against libFuzzer and AFL++ on the same constraint programs: time to a model.

    bench/fuzzers.py [--build FOLDER] [--limit SECONDS] [--sample N] [--seed N] [--budget SECONDS]
                     [--out FILE.csv]

Takes satisfiable queries of bench/closed-box (families bv, synth, floats, ints; a sample drawn with
--seed, the same number of each family where there are enough), those that can be written as C, and
runs `tandem solve --mode fuzz` on each with each fuzzer: all get the whole formula as one program. Two
times are taken: that of the fuzzer (box_fuzz_microseconds: from constraints to a model, for the external
ones with the compilation that the published approach needs), and that of the whole process.
Results are appended to --out, so that a run can be cut in parts: --budget ends it after that many
seconds, and the next one goes on. The table is printed when all is there."""
import argparse, csv, json, pathlib, random, re, shutil, statistics, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUITE = ROOT / "bench/closed-box"
FUZZERS = ["internal", "libfuzzer", "afl++"]
FAMILIES = ["bv", "synth", "floats", "ints"]


def command(tandem, query, options, limit):
    library = query.parent / "boxes.c"
    return [tandem, "solve", "--allow-code", "--sandbox", "off", "--timeout", str(limit), "--mode", "fuzz", *options,
            *(["--lib", str(library)] if library.exists() else []), str(query)]


def solve(tandem, query, fuzzer, limit):
    """Answer, seconds of the fuzzer, seconds of the process."""
    started = time.perf_counter()
    done = subprocess.run(command(tandem, query, ["--json", "--fuzzer", fuzzer], limit), capture_output=True, text=True)
    seconds = time.perf_counter() - started
    try:
        report = json.loads(done.stdout)
        answer = report["checks"][0]["answer"] if report["checks"] else "unknown"
        return answer, report["statistics"].get("box_fuzz_microseconds", 0) / 1e6, seconds
    except (json.JSONDecodeError, KeyError):
        return "unknown", limit, seconds


def has_program(tandem, query):
    """Whether the formula can be written as C."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command(tandem, query, ["--emit-c", folder + "/p.c"], 0.5), capture_output=True, text=True)
    return "is not written" not in done.stderr


def sample(tandem, n, seed):
    """The same number of every family, as far as they reach, in an order that the seed decides."""
    rng = random.Random(seed)
    chosen = []
    for i, family in enumerate(FAMILIES):
        queries = [q for q in sorted((SUITE / family).glob("*.smt2"))
                   if re.search(r"^\(set-info :status sat\)", q.read_text(), re.M)]
        rng.shuffle(queries)
        wanted = (n - len(chosen)) // (len(FAMILIES) - i)
        for query in queries:
            if wanted and has_program(tandem, query):
                chosen.append(query)
                wanted -= 1
    return chosen


def version(words):
    done = subprocess.run(words, capture_output=True, text=True)
    lines = [l for l in (done.stdout + done.stderr).splitlines() if l.strip()]
    return re.sub(r"\x1b\[[0-9;]*m", "", lines[0]).strip() if lines else "?"


def table(rows, names, limit):
    cells = {(r["query"], r["fuzzer"]): r for r in rows}

    def seconds(query, fuzzer, which="fuzzer_seconds"):
        row = cells[query, fuzzer]
        return float(row[which]) if row["answer"] == "sat" else None

    def ratio(query, fuzzer, which="fuzzer_seconds"):
        own, other = seconds(query, "internal", which), seconds(query, fuzzer, which)
        return None if own is None else (limit if other is None else other) / max(own, 1e-6)

    show = lambda s: f"{s:.4f}" if s is not None else f"> {limit:g}"
    print("| query | " + " | ".join(f"{f}, s" for f in FUZZERS) + " | libfuzzer / internal | afl++ / internal |")
    print("|---|" + "---:|" * 5)
    for q in names:
        ratios = []
        for f in FUZZERS[1:]:
            r = ratio(q, f)
            ratios.append("-" if r is None else ("" if seconds(q, f) is not None else "> ") + f"{r:.0f}")
        print(f"| {q} | {' | '.join(show(seconds(q, f)) for f in FUZZERS)} | {' | '.join(ratios)} |")
    print()
    for f in FUZZERS:
        solved = [q for q in names if seconds(q, f) is not None]
        missed = [q for q in solved if seconds(q, "internal") is None]
        print(f"- {f}: {len(solved)} of {len(names)} solved" + (f"; not by ours: {', '.join(missed)}" if missed else ""))
    for f in FUZZERS[1:]:
        own = [q for q in names if seconds(q, "internal") is not None]
        if own:
            print(f"- {f} / internal, median of {len(own)}: {statistics.median(ratio(q, f) for q in own):.1f} "
                  f"(whole processes: {statistics.median(ratio(q, f, 'seconds') for q in own):.1f}; "
                  f"what was not solved counts as the limit)")


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
        writer = csv.DictWriter(file, ["query", "fuzzer", "answer", "fuzzer_seconds", "seconds"])
        if not rows:
            writer.writeheader()
        for query, name in zip(chosen, names):
            for fuzzer in FUZZERS:
                if (name, fuzzer) in done:
                    continue
                if time.monotonic() - started > a.budget:
                    print(f"{len(done)} of {len(names) * 3} runs; call again to go on", file=sys.stderr)
                    return
                answer, inner, outer = solve(tandem, query, fuzzer, a.limit)
                row = dict(query=name, fuzzer=fuzzer, answer=answer, fuzzer_seconds=f"{inner:.6f}", seconds=f"{outer:.4f}")
                writer.writerow(row)
                file.flush()
                rows.append(row)
                done.add((name, fuzzer))
                if answer == "unsat":
                    sys.exit(f"fuzzers.py: {name}: wrong answer unsat with {fuzzer}")
    print(f"{time.strftime('%Y-%m-%d')}; limit {a.limit:g} s; seed {a.seed}; {version([tandem, '--version'])}; "
          f"{version(['clang-19', '--version'])}; {version(['afl-fuzz', '-V'])}\n")
    table(rows, names, a.limit)


main()
