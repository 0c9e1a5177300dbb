#!/usr/bin/env python3
"""Bugs that a sanitizer sees: bench/bugs.py BUILD [--seconds S] [--seed N] [--classes | --scans] [NAME...]

Each program of bench/bugs has a bug and a witness, an input on which clang's AddressSanitizer or
UndefinedBehaviorSanitizer ends it; that is checked first. Then it is explored for S seconds (20). It is found if one of
the findings, run on the same sanitized build, ends it as well. With --classes it is the programs of bench/bugs/classes:
three for each of four kinds that were found hard, written to see whether a change mends the kind or the case, and
six with lengths, counts, offsets and checksums that have to agree (field_...). With --scans it is those of
bench/bugs/scans: twelve that read a line with sscanf and conversions of many kinds, and three where the input chooses
a pointer to what was freed."""
import argparse, glob, json, os, subprocess, sys, tempfile, time

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bugs")
SANITIZED = ["clang-19", "-w", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def fails(program, data):
    run = subprocess.run([program], input=data, capture_output=True, timeout=20,
                         env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    return b"ERROR: AddressSanitizer" in run.stderr or b"runtime error" in run.stderr


def read(path):
    try:
        return open(path, "rb").read()
    except FileNotFoundError:
        return b""


def explore(build, source, o, scratch):
    program = scratch + "/" + os.path.basename(source)[:-2]
    out = program + ".out"
    subprocess.run([build + "/tandem-cc", "-w", "-O1", "-g", source, "-o", program], check=True)
    began = time.time()
    run = subprocess.run([build + "/tandem", "explore", "-q", "--json", "--sym-stdin", "64", "--for", str(o.seconds),
                          "--seed", str(o.seed), "-o", out, program], stdout=subprocess.PIPE, check=False)
    try:
        runs = json.loads(run.stdout).get("runs", "?")
    except ValueError:
        runs = "?"
    first = min((os.path.getmtime(f) for f in glob.glob(out + "/findings/*")), default=began) - began
    return [read(f + "/stdin") for f in glob.glob(out + "/findings/*")], runs, first


def main():
    a = argparse.ArgumentParser()
    a.add_argument("build")
    a.add_argument("--seconds", type=float, default=20)
    a.add_argument("--seed", type=int, default=0)
    a.add_argument("--classes", dest="set", action="store_const", const="/classes", default="")
    a.add_argument("--scans", dest="set", action="store_const", const="/scans")
    a.add_argument("names", nargs="*")
    o = a.parse_intermixed_args()
    found = total = 0
    for source in sorted(glob.glob(here + o.set + "/*.c")):
        name = os.path.basename(source)[:-2]
        if o.names and name not in o.names:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            judge = scratch + "/judge"
            subprocess.run(SANITIZED + [source, "-o", judge], check=True)
            assert fails(judge, read(source[:-1] + "witness")), name + ": the witness does not fail"
            inputs, runs, first = explore(os.path.abspath(o.build), source, o, scratch)
            good = any(fails(judge, i) for i in inputs)
        total += 1
        found += good
        print(f"{name:18} {'found' if good else 'missed':7} {len(inputs)} findings, {runs} runs"
              + (f", the first after {first:.1f} s" if inputs else ""), flush=True)
    if not total:
        a.error("no such program")
    print(f"{found} of {total} found in {o.seconds:g} s each")
    return 0


sys.exit(main())
