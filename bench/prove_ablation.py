#!/usr/bin/env python3
"""prove_ablation.py BUILD FOLDER [SECONDS]: `tandem prove` with each learner alone, as a table.

FOLDER holds C programs: those of tests/prove, or 1.c to 133.c of Code2Inv. Runs that look for
faults are made in each case; opaque operations are not part of this. Prints, for all learners
together and for each of them alone, how many programs are proved, violated and unknown, and the
mean time of one program.
"""
import json
import pathlib
import subprocess
import sys
import time

LEARNERS = ["all", "equations,octagons", "arrays", "remainders", "clauses", "cases", "polynomials",
            "Horn"]


def verdict(tandem, path, learners, seconds):
    model = "machine" if b"machine */" in path.read_bytes().split(b"\n", 1)[0] else "math"
    command = [tandem, "prove", "--json", "--timeout", seconds, "--int-model", model, str(path)]
    if learners != "all":
        command += ["--learners", learners]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["verdict"]
    except ValueError:
        return "unknown"


def main():
    tandem = f"{sys.argv[1]}/tandem"
    programs = sorted(pathlib.Path(sys.argv[2]).glob("*.c"))
    seconds = sys.argv[3] if len(sys.argv) > 3 else "3"
    print(f"{'learners':20} {'proved':>7} {'violated':>9} {'unknown':>8} {'mean s':>7}")
    for learners in LEARNERS:
        counts = {}
        start = time.monotonic()
        for path in programs:
            word = verdict(tandem, path, learners, seconds)
            counts[word] = counts.get(word, 0) + 1
        mean = (time.monotonic() - start) / max(1, len(programs))
        print(f"{learners:20} {counts.get('proved', 0):7} {counts.get('violated', 0):9} "
              f"{counts.get('unknown', 0):8} {mean:7.2f}", flush=True)


if __name__ == "__main__":
    main()
