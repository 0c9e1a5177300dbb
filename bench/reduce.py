#!/usr/bin/env python3
"""bench/reduce.py TANDEM: how many checks `tandem reduce` needs, on formulas of growing size.

Random bit-vector formulas; a bvsdiv stands in one assertion, a bvsmod over a bvashr in another, and
the check wants both. Prints one row for each formula. The same on every machine, but for the seconds.
"""
import os
import random
import re
import subprocess
import sys
import tempfile
import time

CHECK = "grep -q bvsdiv $1 && grep -q 'bvsmod.*bvashr' $1"


def bits(r, names, depth):
    if depth == 0 or r.random() < 0.1:
        return r.choice(names) if r.random() < 0.7 else "#x%08x" % r.getrandbits(32)
    if r.random() < 0.1:
        return f"(ite {truth(r, names, depth - 1)} {bits(r, names, depth - 1)} {bits(r, names, depth - 1)})"
    op = r.choice(["bvadd", "bvmul", "bvand", "bvor", "bvxor", "bvsub"])
    return f"({op} {bits(r, names, depth - 1)} {bits(r, names, depth - 1)})"


def truth(r, names, depth):
    if depth == 0:
        return f"(bvult {bits(r, names, 0)} {bits(r, names, 0)})"
    dice = r.random()
    if dice < 0.4:
        parts = " ".join(truth(r, names, depth - 1) for _ in range(3))
        return f"({r.choice(['and', 'or'])} {parts})"
    if dice < 0.5:
        return f"(not {truth(r, names, depth - 1)})"
    return f"({r.choice(['=', 'bvslt', 'bvule'])} {bits(r, names, depth - 1)} {bits(r, names, depth - 1)})"


def formula(n):
    r = random.Random(1)
    names = [f"x{i}" for i in range(200)]
    lines = ["(set-logic QF_BV)"] + [f"(declare-const {x} (_ BitVec 32))" for x in names]
    for i in range(n):
        t = truth(r, names, 5)
        if i == n // 3:
            t = f"(or {t} (= {bits(r, names, 3)} (bvsdiv {bits(r, names, 3)} {bits(r, names, 3)})))"
        if i == n // 2:
            shift = f"(bvashr {bits(r, names, 3)} {bits(r, names, 2)})"
            t = f"(and {t} (= {bits(r, names, 3)} (bvsmod {bits(r, names, 3)} {shift})))"
        lines.append(f"(assert {t})")
    return "\n".join(lines + ["(check-sat)", ""])


def main():
    tandem = sys.argv[1] if len(sys.argv) > 1 else "build/tandem"
    print("assertions     bytes  checks  lines left  seconds")
    for n in (20, 200, 2000):
        text = formula(n)
        with tempfile.NamedTemporaryFile("w", suffix=".smt2", delete=False) as f:
            f.write(text)
        start = time.monotonic()
        done = subprocess.run([tandem, "reduce", f.name, "--", "sh", "-c", CHECK, "sh"],
                              capture_output=True, text=True, check=True)
        os.unlink(f.name)
        checks = re.search(r"(\d+) checks", done.stderr).group(1)
        print(f"{n:10} {len(text):9} {checks:>7} {done.stdout.count(chr(10)):11} {time.monotonic() - start:8.1f}")


main()
