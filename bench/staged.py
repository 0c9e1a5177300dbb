#!/usr/bin/env python3
"""Boxes that answer yes or no after several stages: how many does `tandem solve` open?

    bench/staged.py TANDEM [TANDEM…] [--seconds 10] [--rounds 1] [--names serial,keys] [-- OPTION…]

TANDEM is an executable or a build folder; with several, each question goes to one after the other. The questions are
the files of bench/staged, all satisfiable by construction; their boxes are in
boxes.c, which is given as source where the file says so, and as a shared library (cc -O2) elsewhere. Printed are the
answer and the seconds of the process, then how many were solved and how many answers were wrong. What follows -- goes
to `tandem solve`; --no-trail is the ablation.
"""
import argparse, pathlib, re, subprocess, sys, tempfile, time

FOLDER = pathlib.Path(__file__).resolve().parent / "staged"


def ask(o, tandem, library, path):
    start = time.perf_counter()
    command = [tandem, "solve", "-q", "--seed", str(o.seed), "--timeout", str(o.seconds), "--lib", library, *o.options, path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=o.seconds + 5)
        words = done.stdout.split()
    except subprocess.TimeoutExpired:
        words = []
    return words[0] if words else "none", time.perf_counter() - start


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("tandem", nargs="+", type=lambda text: pathlib.Path(text).resolve())
    p.add_argument("--seconds", type=float, default=10)
    p.add_argument("--rounds", type=int, default=1, help="each with another seed")
    p.add_argument("--names", type=lambda text: text.split(","), help="only these questions")
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    o = p.parse_args(sys.argv[1:cut])
    o.options = sys.argv[cut + 1:]
    binaries = [t / "tandem" if t.is_dir() else t for t in o.tandem]
    files = [f for f in sorted(FOLDER.glob("*.smt2")) if not o.names or f.stem in o.names]
    solved, wrong, spent = [0] * len(binaries), [0] * len(binaries), [0.0] * len(binaries)
    with tempfile.TemporaryDirectory() as scratch:
        shared = pathlib.Path(scratch) / "boxes.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", shared, FOLDER / "boxes.c"], check=True)
        for o.seed in range(o.rounds):
            for f in files:
                library = FOLDER / "boxes.c" if f.read_text().startswith("; as: source") else shared
                row = f"{f.stem:10} {'source' if library.suffix == '.c' else 'library':8}"
                for i, tandem in enumerate(binaries):
                    answer, seconds = ask(o, tandem, library, f)
                    solved[i] += answer == "sat"
                    wrong[i] += answer == "unsat"
                    spent[i] += seconds
                    row += f"  {answer:8}{seconds:6.2f}"
                print(row, flush=True)
    for i, tandem in enumerate(binaries):
        print(f"{tandem}: {solved[i]} of {len(files) * o.rounds} solved, {wrong[i]} wrong, {spent[i]:.1f} s")
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
