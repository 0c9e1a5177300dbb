#!/usr/bin/env python3
"""Twenty solvers that are wrong on purpose: does `tandem fuse` find each of them?

    bench/wrong_solvers.py [--tandem build/tandem] [--only NAME]... [--seed N]

Each is a wrapper around z3 (tests/faulty_solvers); ten are always wrong, ten only under a condition.
Each has a campaign of its own with the seeds of tests/ and all strategies, beside z3 and cvc5, which
ends at its first finding; what z3 and cvc5 are accused of there is counted apart ("known"), since Debian's
have defects of their own. Then two liars stand against z3 and cvc5: an accusation of these is printed.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WRONG = "soundness"
# name, kinds that are right, seconds, more options
ALWAYS = [
    ("liar", {WRONG}, 60, []),
    ("always-sat", {WRONG}, 60, []),
    ("contrary", {WRONG}, 60, []),
    ("ignorant", {"unknown on easy"}, 60, []),
    ("dead", {"crash"}, 60, []),
    ("reporter", {"memory error"}, 60, []),
    ("broken-models", {"wrong model"}, 60, []),
    ("short-cores", {"wrong core"}, 120, []),
    ("slow", {"performance"}, 120, ["--slow", "2s"]),
    ("complains", {"unusable"}, 60, []),
]
SOMETIMES = [
    ("wrong-unsat", {WRONG}, 120, []),
    ("after-pop", {WRONG}, 120, []),
    ("assuming", {WRONG}, 120, []),
    # it takes about 2,000 formulas, as half of them are unsat anyway: quick questions, and many
    ("one-in-1000", {WRONG}, 840, ["-t", "1s", "--cpu", "150ms", "--no-models", "--no-cores", "--max-size", "200"]),
    ("only-cores", {WRONG}, 120, []),
    ("only-models", {WRONG}, 120, []),
    ("two-theories", {WRONG}, 120, []),
    ("large", {"crash"}, 120, []),
    ("wrong-forall", {WRONG}, 120, []),
    ("negative", {"wrong model"}, 120, []),
]
KEPT = {"one-in-1000"}  # one process for many formulas
UNUSABLE = 5  # the exit code of a solver that has nothing but errors to say
NOTHING = {"formulas": 0, "dismissed": 0, "disputed": 0, "known": 0}
HONEST = ["-s", "lib:z3", "-s", "keep:cvc5 --strings-exp"]


def is_supported(text, accused):
    """Whether the other honest solver gives the expected answer: then no liar has convicted anybody."""
    expected = re.search(r"^; expected (\w+)", text, re.M)
    other = "cvc5" if accused.startswith("z3") else "z3"
    return bool(expected and re.search(rf"^;   (?:lib:|keep:)?{other}\b.*: {expected.group(1)} in ", text, re.M))


def campaign(tandem, solvers, seconds, seed, more, folder):
    """Findings as (kind, command), the summary, seconds, and the exit code."""
    command = [tandem, "fuse", "-q", "--json", "-t", "5s", "--for", f"{seconds}s", "--seed", str(seed), "--reduce-time", "5",
               "-o", folder] + solvers + more + [str(ROOT / "tests/seeds"), str(ROOT / "tests/fuse_seeds")]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    found, supported = [], []
    for path in sorted(pathlib.Path(folder).glob("findings/*.smt2")):
        text = path.read_text(errors="replace")
        first = text.split("\n", 1)[0]
        match = re.match(r"; (.*?): (.*)", first)
        if match and not first.startswith("; disputed"):
            found.append((match.group(1), match.group(2)))
            if is_supported(text, match.group(2)):
                supported.append(match.group(2))
    if done.returncode == UNUSABLE and not done.stdout:
        return [("unusable", line) for line in done.stderr.splitlines()], dict(NOTHING, supported=[]), time.monotonic() - start, UNUSABLE
    if not done.stdout:
        sys.exit(done.stderr)
    return found, dict(json.loads(done.stdout), supported=supported), time.monotonic() - start, done.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tandem", default=str(ROOT / "build/tandem"))
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    named = caught = false = 0
    with tempfile.TemporaryDirectory() as scratch:
        known = pathlib.Path(scratch, "known")
        for name, kinds, seconds, more in ALWAYS + SOMETIMES:
            if args.only and name not in args.only:
                continue
            # z3 itself does not know some answers, crashes on some, and reads no standard text that is not in its dialect
            weak = "".join(f'kind="{k}"\n' for k in ("unknown on easy", "crash", "wrong model", "wrong core") if k not in kinds)
            known.write_text("solver=z3\nsolver=cvc5\n" + weak)
            wrapper = ("keep:" if name in KEPT else "") + str(ROOT / "tests/faulty_solvers" / name)
            found, summary, took, code = campaign(args.tandem, ["-s", wrapper] + HONEST, seconds, args.seed,
                                                  ["--bugs", "1", "--known", str(known)] + more, f"{scratch}/{name}")
            mine = {kind for kind, command in found if "faulty_solvers" in command}
            good = bool(mine & kinds)
            named += 1
            caught += good
            print(f"{name:15} {'found' if good else 'MISSED':7} {', '.join(sorted(mine)) or '-':16} "
                  f"{summary['formulas']:>6} formulas {took:6.1f} s, exit code {code}, "
                  f"{summary['dismissed']} dismissed, {summary['disputed']} disputed, known {summary['known']}",
                  flush=True)
        print(f"{caught} of {named} found")
        if not args.only or "liars" in args.only:
            liars = ["-s", str(ROOT / "tests/faulty_solvers/liar"), "-s", str(ROOT / "tests/faulty_solvers/fibber")]
            found, summary, took, code = campaign(args.tandem, liars + HONEST, 60, args.seed, ["--no-reduce"],
                                                  f"{scratch}/liars")
            honest = [(kind, command) for kind, command in found if "faulty_solvers" not in command]
            false = len(honest) - sum(not c.startswith("/") for c in summary["supported"])
            print(f"two liars against z3 and cvc5: {summary['formulas']} formulas, {len(found)} findings, "
                  f"{len(honest)} of z3 or cvc5, {false} of them without the other one's support" + "".join(f"; {kind}: {command}" for kind, command in honest))
    sys.exit(caught < named or false > 0)


if __name__ == "__main__":
    main()
