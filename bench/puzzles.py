#!/usr/bin/env python3
"""Programs with one bug each, in the form of libFuzzer harnesses: how many are found, and how soon?

    bench/puzzles.py [--build BUILD] [--for SECONDS] [--only NAME]... FOLDER [-- OPTION...]

FOLDER holds the harnesses: a copy of AFLplusplus/fuzzer-challenges (its test-*.c, 14), its folder
libfuzzer/ (36, of which those count that are C once the names of headers and `extern "C"` are those of
C), or one of your own. Each is compiled by tandem-cc -O2 and explored alone, --stop-at-first; the
bug is found when there is a finding. Options behind -- go to `tandem explore`.
"""
import argparse
import glob
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

BENCH = os.path.dirname(os.path.abspath(__file__))
HEADERS = "assert ctype errno limits math stdarg stddef stdint stdio stdlib string time".split()


def as_c(text):
    for name in HEADERS:
        text = text.replace(f"<c{name}>", f"<{name}.h>")
    text = text.replace("<iostream>", "<stdio.h>").replace("<ostream>", "<stdio.h>")
    text = text.replace('extern "C" ', "").replace("std::cerr", "std::cout")
    text = re.sub(r'std::cout\s*<<(?:"[^"]*"|[^;"])*;', 'puts("found");', text)
    return text.replace("nullptr", "NULL").replace("std::", "")


def compile_one(build, source, scratch):
    name = os.path.splitext(os.path.basename(source))[0]
    with open(source, errors="replace") as f:
        text = f.read()
    path = f"{scratch}/{name}.c"
    with open(path, "w") as f:
        f.write(as_c(text) if source.endswith(".cpp") else text)
    r = subprocess.run([f"{build}/tandem-cc", "-w", "-std=gnu23", "-O2", "-g", "-include",
                        "stdint.h", "-include", "stddef.h", "-include", "string.h", "-include", "stdlib.h", "-o", f"{scratch}/{name}", path, "-lm", "-lz"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if r.returncode:
        error = next((line for line in r.stderr.splitlines() if "error" in line), "it does not compile")
        return name, None, error.split("error:")[-1].strip()
    return name, f"{scratch}/{name}", None


def main():
    own, sep, rest = sys.argv[1:], "", []
    if "--" in own:
        cut = own.index("--")
        own, rest = own[:cut], own[cut + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", default=os.path.join(BENCH, "..", "build"))
    parser.add_argument("--for", dest="seconds", default="45")
    parser.add_argument("--only", action="append")
    parser.add_argument("folder")
    options = parser.parse_args(own)
    build = os.path.abspath(options.build)
    sources = sorted(glob.glob(f"{options.folder}/*.c") + glob.glob(f"{options.folder}/*.cpp"))
    if options.only:
        sources = [s for s in sources if any(word in os.path.basename(s) for word in options.only)]
    found, times, left_out = 0, [], 0
    with tempfile.TemporaryDirectory() as scratch:
        for source in sources:
            name, program, error = compile_one(build, source, scratch)
            if not program:
                left_out += 1
                print(f"{name:36} left out: {error}", flush=True)
                continue
            out, begun = f"{scratch}/{name}.out", time.time()
            r = subprocess.run([f"{build}/tandem", "explore", "--for", options.seconds, "-q",
                                "--stop-at-first", "-o", out, *rest, program], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            took = time.time() - begun
            good = bool(glob.glob(f"{out}/findings/*"))
            found += good
            times += [took] if good else []
            print(f"{name:36} {'found' if good else '-':6} {took:6.1f} s  "
                  f"{r.stderr.strip().splitlines()[-1] if r.returncode > 2 and r.stderr else ''}",
                  flush=True)
    print(f"{found} of {len(sources) - left_out} found ({left_out} left out), "
          f"median {statistics.median(times) if times else 0:.1f} s")


if __name__ == "__main__":
    main()
