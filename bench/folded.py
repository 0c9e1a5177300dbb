#!/usr/bin/env python3
"""Branches of the source that an optimiser folds: bench/folded.py BUILD [--seconds S] [--levels 012] [NAME...]

Each program of bench/folded is compiled by tandem-cc at each level of optimisation and explored for S seconds (5).
The tests that were kept run on a build of the judge's, which says which side of each marked condition they take:
wanted are both sides of each C(n, ...) and each place L(n) of bench/folded/sides.h."""
import argparse, glob, os, re, subprocess, sys, tempfile

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "folded")


def wanted(source):
    text = open(source).read()
    sides = {n + s for n in re.findall(r"\bC\((\d+),", text) for s in "+-"}
    return sides | {n + "+" for n in re.findall(r"\bL\((\d+)\)", text)}


def sides_of(judge, folder):
    found = set()
    for test in sorted(glob.glob(folder + "/tests/*")):
        try:
            data = open(test + "/stdin", "rb").read()
        except FileNotFoundError:
            data = b""
        run = subprocess.run([judge], input=data, capture_output=True, timeout=10)
        found |= set(re.findall(r"side (\S+)", run.stderr.decode(errors="replace")))
    return found


def explore(build, source, level, seconds, scratch):
    name = f"{scratch}/{os.path.basename(source)[:-2]}-{level}"
    subprocess.run([f"{build}/tandem-cc", f"-O{level}", "-g", source, "-o", name], check=True)
    subprocess.run([f"{build}/tandem", "explore", "-q", "--sym-stdin", "16", "--for", str(seconds), "-o", name + ".out",
                    name], stdout=subprocess.DEVNULL, check=False)
    return name + ".out"


def main():
    a = argparse.ArgumentParser()
    a.add_argument("build")
    a.add_argument("--seconds", type=float, default=5)
    a.add_argument("--levels", default="012")
    a.add_argument("names", nargs="*")
    o = a.parse_intermixed_args()
    sources = [s for s in sorted(glob.glob(here + "/*.c")) if not o.names or os.path.basename(s)[:-2] in o.names]
    whole = total = 0
    with tempfile.TemporaryDirectory() as scratch:
        for source in sources:
            judge = scratch + "/judge"
            subprocess.run(["clang-19", "-O0", "-DJUDGE", source, "-o", judge], check=True)
            want, row = wanted(source), []
            for level in o.levels:
                found = sides_of(judge, explore(os.path.abspath(o.build), source, level, o.seconds, scratch))
                missing = sorted(want - found)
                total += 1
                whole += not missing
                row.append(f"-O{level} " + ("all" if not missing else "without " + " ".join(missing)))
            print(f"{os.path.basename(source)[:-2]:16} {len(want):2} sides: " + ", ".join(row), flush=True)
    print(f"{whole} of {total} (programs at a level) have a test for each side")
    return whole < total


sys.exit(main())
