#!/usr/bin/env python3
"""Two builds of Tandem beside each other: the same figures, in turns, so that both see the same machine.

    bench/compare.py OLD NEW [--rounds 5] [--suite-timeout 3] [--code2inv FOLDER] [--coreutils OLD-WORK NEW-WORK]
                     [--random 2000] [--flags-old=--allow-code] [--flags-new=--allow-code] [--only suite,words,…]

OLD and NEW are build folders with tandem and its bench programs. Figures: queries of the closed-box suite that
are solved (and the time that takes), constraint evaluations a second over machine words, start-up, reading,
Code2Inv (with the folder benchmarks/C_instances/c of the public set), the open programs of tests/prove/open,
random closed-box formulas, test generation (runs a second; with two work folders of bench/coreutils/run.py, one built
by each version, the lines of ten programs in 5 s each, other seeds in each round). For each: the median of both, the range
over the rounds, and the quotient new/old. Whether a quotient means anything is for the ranges to say.
"""
import argparse, pathlib, re, shlex, statistics, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def timed(words, **more):
    start = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True, **more)
    return time.perf_counter() - start, done


def suite(build, a, flags):
    seconds, done = timed([build / "tandem", "bench", "-q", "-t", str(a.suite_timeout), *flags, ROOT / "bench/closed-box"])
    row = re.search(r"^tandem\s+(\d+)\s+(\d+)\s", done.stdout, re.M)
    if not row:
        sys.exit(f"{build}: {done.stdout[-500:]}{done.stderr[-500:]}")
    return {"suite: solved": int(row[2]), "suite: seconds": seconds}


def words(build, a, flags):
    """As it is used, and with the work of versions that tried inputs again (which have one row only)."""
    _, done = timed([build / "bench/fuzz_rate", "5"])
    row = re.search(r"^in a worker, compiled\s+([\d.]+) million[^\n]*\n(?:the same, repetitions allowed\s+([\d.]+) million)?", done.stdout, re.M)
    if not row:
        return {}
    return {"words: M evaluations/s": float(row[1]), "words, repetitions allowed: M evaluations/s": float(row[2] or row[1])}


def startup(build, a, flags):
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as f:
        f.write("(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n")
        f.flush()
        times = [timed([build / "tandem", "solve", f.name])[0] for _ in range(30)]
    return {"start-up: ms": 1000 * statistics.median(times)}


def reading(build, a, flags):
    seconds = min(timed([build / "bench/read_bench", a.script])[0] for _ in range(3))
    return {"reading: MB/s": pathlib.Path(a.script).stat().st_size / 1e6 / seconds}


def code2inv(build, a, flags):
    if not a.code2inv:
        return {}
    proved, start = 0, time.perf_counter()
    for file in sorted(pathlib.Path(a.code2inv).glob("*.c")):
        done = subprocess.run([build / "tandem", "prove", "--timeout", "10", file], capture_output=True, text=True)
        proved += "proved" in done.stdout.splitlines()[0] or "violated" in done.stdout.splitlines()[0] if done.stdout else 0
    return {"Code2Inv: decided": proved, "Code2Inv: seconds": time.perf_counter() - start}


def opened(build, a, flags):
    seconds, done = timed([ROOT / "bench/open_programs.sh", build])
    row = re.search(r"(\d+) with an invariant that holds on the twin, (\d+) mutants violated, (\d+) said", done.stdout)
    return {"open: good": int(row[1]), "open: mutants": int(row[2]), "open: wrong": int(row[3]),
            "open: seconds": seconds} if row else {}


def random(build, a, flags):
    seconds, done = timed([build / "bench/closed_random", str(a.random)])
    row = re.search(r"wrong (\d+)", done.stdout)
    return {"random: wrong": int(row[1]), "random: seconds": seconds} if row else {}


def runs(build, a, flags):
    _, done = timed([build / "bench/explore_rate"])
    row = re.search(r"the mutation stage: ([\d.]+) a second", done.stdout)
    return {"explore: runs/s": float(row[1])} if row else {}


PROGRAMS = "cut,expand,fold,head,join,nl,paste,tr,tsort,uniq"


def coreutils(build, a, flags):
    if not a.coreutils:
        return {}
    work = a.coreutils[build == a.new.resolve()]
    _, done = timed([ROOT / "bench/coreutils/run.py", work, build, "--seconds", "5", "--seeds", "1", "--first-seed",
                     str(a.round + 1), "--programs", PROGRAMS])
    row = re.search(r"^mean +[\d.-]+ +([\d.]+)", done.stdout, re.M)
    return {"coreutils: lines %": float(row[1])} if row else {}


def write_script(path, megabytes=6):
    with open(path, "w") as out:
        i = 0
        out.write("(set-logic QF_BV)\n")
        while out.tell() < megabytes * 1e6:
            out.write(f"(declare-const x{i} (_ BitVec 32))\n(assert (bvult (bvadd x{i} #x{i % 65536:08x}) (bvmul x{i} (bvnot x{max(i - 1, 0)}))))\n")
            i += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--suite-timeout", type=float, default=3)
    parser.add_argument("--code2inv")
    parser.add_argument("--flags-old", default="", help="options of the old version for the suite")
    parser.add_argument("--flags-new", default="", help="options of the new version for the suite")
    parser.add_argument("--coreutils", nargs=2, type=pathlib.Path)
    parser.add_argument("--random", type=int, default=2000)
    all_figures = (startup, reading, words, runs, code2inv, opened, suite, random, coreutils)
    parser.add_argument("--only", help=", ".join(f.__name__ for f in all_figures))
    a = parser.parse_args()
    figures = [f for f in all_figures if not a.only or f.__name__ in a.only.split(",")]
    seen = {}
    with tempfile.NamedTemporaryFile(suffix=".smt2") as script:
        a.script = script.name
        write_script(a.script)
        for a.round in range(a.rounds):
            for figure in figures:
                for side, build in (("old", a.old.resolve()), ("new", a.new.resolve())):
                    flags = shlex.split(a.flags_new if side == "new" else a.flags_old)
                    for name, value in figure(build, a, flags).items():
                        seen.setdefault(name, {}).setdefault(side, []).append(value)
    print(f"{'figure':28}{'old':>10}{'range':>18}{'new':>10}{'range':>18}{'new/old':>9}")
    for name, sides in seen.items():
        if len(sides) < 2:
            continue
        cells = [statistics.median(sides[s]) for s in ("old", "new")]
        ranges = [f"{min(sides[s]):.4g}..{max(sides[s]):.4g}" for s in ("old", "new")]
        print(f"{name:28}{cells[0]:>10.4g}{ranges[0]:>18}{cells[1]:>10.4g}{ranges[1]:>18}{cells[1] / cells[0] if cells[0] else 1:>9.3f}")


main()
