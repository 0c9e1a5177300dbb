#!/usr/bin/env python3
"""How much slower programs of tandem-cc do concrete work: bench/cc_overhead/run.py BUILD

Each program is compiled by clang -O1 and by tandem-cc, and run by itself. The two alternate, and the
best of several runs counts, so that a busy machine disturbs both alike. The limit is 3."""
import os, resource, subprocess, sys, tempfile

ROUNDS = 7
BAR = 3
here = os.path.dirname(os.path.abspath(__file__))
cc = os.path.join(os.path.abspath(sys.argv[1]), "tandem-cc")


def seconds(program):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run([program], stdout=subprocess.PIPE, check=True).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, out


def main():
    worst = 0
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(f for f in os.listdir(here) if f.endswith(".c")):
            path, plain, ours = os.path.join(here, source), scratch + "/plain", scratch + "/ours"
            subprocess.run(["clang-19", "-O1", path, "-o", plain], check=True)
            subprocess.run([cc, "-O1", path, "-o", ours], check=True)
            pairs = [(seconds(plain), seconds(ours)) for _ in range(ROUNDS)]
            assert all(a[1] == b[1] for a, b in pairs), source + ": the outputs differ"
            a, b = min(p[0][0] for p in pairs), min(p[1][0] for p in pairs)
            worst = max(worst, b / a)
            print(f"{source:12} clang -O1 {a * 1000:6.0f} ms   tandem-cc {b * 1000:6.0f} ms   {b / a:.2f} times", flush=True)
    print(f"worst: {worst:.2f} times (at most {BAR} wanted)")
    return worst > BAR


sys.exit(main())
