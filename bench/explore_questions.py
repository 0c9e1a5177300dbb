#!/usr/bin/env python3
"""What becomes of explore's questions with closed boxes, and whether its answers are followed.

    bench/explore_questions.py BUILD [--traces 20] [--names csv,url] [--coreutils FOLDER] [-- OPTION…]

Explores each program of bench/explore-programs (or of FOLDER, where coreutils was built with tandem-cc) without the
predictor, once with models of library functions and once without, and sums its stats.json:

- of the questions that are not refuted with boxes as uninterpreted functions, how many the fuzz solver solved (at
  least 90 % are wanted). Without models many have no answer, which only those know who know the function: there the
  models judge what was not solved (--models judge), and the rate is given without those that have none, too;
- of the tests that come from a full path without boxes or values made concrete, how many took another way than they
  should (at most 1 % are wanted).

Each exploration ends after a number of traced runs, so that the figures are the same on a busy machine; --seconds is
only a last resort. There is no mutation, which would leave fewer questions (-- --mutation-share 50 puts it back). The
first line of a program says what its inputs are. What follows -- goes to `tandem explore`.
"""
import argparse, collections, json, pathlib, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
COREUTILS_SHAPE = "--sym-args 0 3 10 --sym-files 1 16 --sym-stdin 32".split()
COREUTILS = "csplit cut date dd expr fmt fold head join nl od pr printf seq split tail touch tr uniq".split()
MODES = {"models": [], "no models": ["--models", "judge"]}
SOLVED = ["box_transplanted", "box_proposed", "box_fuzzed", "box_exhausted"]


def programs(o, scratch):
    """Pairs of an executable and the options for its inputs."""
    if o.coreutils:
        for name in o.names or COREUTILS:
            yield o.coreutils / name, COREUTILS_SHAPE
        return
    for source in sorted((HERE / "explore-programs").glob("*.c")):
        if o.names and source.stem not in o.names:
            continue
        program = scratch / source.stem
        subprocess.run([o.build / "tandem-cc", "-g", "-O1", "-fno-builtin", "-o", program, source, "-lm"], check=True)
        yield program, source.read_text().splitlines()[0].strip("/* ").split()


def explore(o, program, shape, mode, scratch):
    """The statistics of one exploration; None when it failed."""
    out = scratch / "out"
    subprocess.run(["rm", "-rf", out])
    done = subprocess.run([o.build / "tandem", "explore", "-q", "--no-predictor", "--mutation-share", "0", "--count",
                           str(o.traces), "--for", f"{o.seconds}s", "--seed", str(o.seed), "-o", out, *shape, *MODES[mode], *o.options, program],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        print(f"{program.name}: {done.stderr.strip()}", file=sys.stderr)
        return None
    return json.loads((out / "stats.json").read_text())


def percent(part, whole):
    return f"{100 * part / whole:5.1f} %" if whole else "      -"


def row(name, c):
    solved = sum(c[k] for k in SOLVED)
    pure = c["pure_followed"] + c["pure_diverged"]
    return (f"{name:12} {c['box_refuted']:8} {c['box_asked']:6} {solved:6} {percent(solved, c['box_asked'])}"
            f" {c['box_hopeless']:5} {percent(solved, c['box_asked'] - c['box_hopeless'])}"
            f" {pure:6} {c['pure_diverged']:4} {percent(c['pure_diverged'], pure)} {c['edges']:5} of {c['guards']}")


def show_functions(functions):
    """Those of which questions were not solved."""
    for name, (asked, solved) in sorted(functions.items(), key=lambda f: f[1][1] - f[1][0]):
        if solved < asked:
            print(f"    {name:18} {asked:6} {solved:6} {percent(solved, asked)}")


def measure(o, mode, scratch):
    """True when both bars are reached."""
    print(f"\n{mode}\n{'program':12} {'refuted':>8} {'asked':>6} {'solved':>6} {'':7} {'none':>5} {'of rest':>7} {'pure':>6} "
          f"diverged {'':4} edges")
    total, functions = collections.Counter(), collections.defaultdict(lambda: [0, 0])
    for program, shape in programs(o, scratch):
        stats = explore(o, program, shape, mode, scratch)
        if not stats:
            continue
        c = collections.Counter({k: v for k, v in (stats | stats["solver"]).items() if isinstance(v, int)})
        total += c
        for name, counts in stats["box_questions"].items():
            functions[name][0] += counts["asked"]
            functions[name][1] += counts["solved"]
        print(row(program.name, c), flush=True)
    print(row("all", total))
    print("questions by function, where not all were solved: asked, solved")
    show_functions(functions)
    solved, pure = sum(total[k] for k in SOLVED), total["pure_followed"] + total["pure_diverged"]
    return solved >= 0.9 * (total["box_asked"] - total["box_hopeless"]) and total["pure_diverged"] <= 0.01 * pure


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    p.add_argument("--traces", type=int, default=20)
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--names", type=lambda text: text.split(","), help="only these programs")
    p.add_argument("--modes", type=lambda text: text.split(","), default=list(MODES))
    p.add_argument("--coreutils", type=pathlib.Path, metavar="FOLDER")
    p.add_argument("options", nargs="*")
    o = p.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        pathlib.Path(scratch).chmod(0o755)  # runs are an ordinary user's
        results = [measure(o, mode, pathlib.Path(scratch)) for mode in o.modes]
    return not all(results)


sys.exit(main())
