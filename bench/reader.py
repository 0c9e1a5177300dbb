#!/usr/bin/env python3
"""Reading speed against z3, as a ratio in one run.

usage: bench/reader.py [BUILD] [--megabytes N] [--seed N] [--repeat N] [--keep DIR]

Writes formulas of the wanted size (no check-sat) in two shapes: nested lets over a shared
bit-vector DAG, and many flat assertions of linear integer arithmetic. Times
BUILD/bench/read_bench and z3 on each, alternating, and prints the best of each, their ratio, and the
bytes that a distinct term takes. BUILD should be an optimised build (meson setup
--buildtype=release)."""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import time


def dag(rng, size, header, operators, leaf, atom):
    """One assertion: a chain of lets, each binding an operation on earlier names."""
    yield header
    written, names, depth = len(header), [leaf(rng) for _ in range(20)], 0
    yield "(assert "
    while written < size:
        name = f"t{depth}"
        recent = names[-200:]
        text = f"(let (({name} ({rng.choice(operators)} {rng.choice(recent)} {rng.choice(recent)})))\n"
        written += len(text) + 1
        depth += 1
        names.append(name)
        yield text
    yield atom(names[-1], names[-2])
    yield ")" * depth + ")\n"


def let_dag(rng, size):
    header = "(set-logic QF_BV)\n" + "".join(
        f"(declare-fun x{i} () (_ BitVec 32))\n" for i in range(100))
    operators = ["bvadd", "bvmul", "bvand", "bvor", "bvxor", "bvsub", "bvshl", "bvlshr"]

    def leaf(r):
        return f"x{r.randrange(100)}" if r.random() < 0.8 else f"#x{r.getrandbits(32):08x}"
    return dag(rng, size, header, operators, leaf, lambda a, b: f"(bvult {a} {b})")


def flat(rng, size):
    header = "(set-logic QF_LIA)\n" + "".join(
        f"(declare-fun some_variable_{i} () Int)\n(declare-fun flag_{i} () Bool)\n"
        for i in range(2000))
    yield header
    written = len(header)
    while written < size:
        def var():
            return f"some_variable_{rng.randrange(2000)}"
        text = (f"(assert (or (not flag_{rng.randrange(2000)}) (<= (+ {var()} (* {rng.randrange(1000)} "
                f"{var()})) {rng.randrange(10**5)}) (= {var()} (ite flag_{rng.randrange(2000)} {var()} "
                f"(- {var()} {rng.randrange(1000)})))))\n")
        written += len(text)
        yield text


def timed(command):
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    seconds = time.perf_counter() - start
    if done.returncode or "error" in done.stdout.replace("errors 0", ""):
        sys.exit(f"{' '.join(command)} failed: {done.stdout[:300]}{done.stderr[:300]}")
    return seconds, done.stdout


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("build", nargs="?", default="build")
    p.add_argument("--megabytes", type=float, default=20)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--repeat", type=int, default=3)
    p.add_argument("--keep", help="write the formulas here and leave them")
    options = p.parse_args()
    bench = os.path.join(options.build, "bench", "read_bench")
    folder = options.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    print(f"seed {options.seed}, {options.megabytes} MB each, best of {options.repeat}")
    for name, shape in (("let-dag", let_dag), ("flat", flat)):
        path = os.path.join(folder, name + ".smt2")
        with open(path, "w") as out:
            out.writelines(shape(random.Random(options.seed), options.megabytes * 1e6))
        ours, theirs, report = [], [], ""
        for _ in range(options.repeat):
            seconds, report = timed([bench, path])
            ours.append(seconds)
            theirs.append(timed(["z3", path])[0])
        figures = dict(line.split() for line in report.splitlines())
        print(f"{name}: tandem {min(ours):.2f} s, z3 {min(theirs):.2f} s, "
              f"ratio {min(ours) / min(theirs):.3f}, {figures['terms']} terms, "
              f"{figures['bytes_per_term']} bytes per term")
        if not options.keep:
            os.unlink(path)
    if not options.keep:
        os.rmdir(folder)


main()
