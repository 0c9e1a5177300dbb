#!/usr/bin/env python3
"""Runs the fuzz targets of tests/fuzz with libFuzzer, ASan and UBSan, and prints what came of it.

    bench/fuzz_targets.py [--runs N] [--quiet-seconds S] [--most-seconds S] [--planted] [TARGET…]

Each target runs until it has done N executions and found no new edge for S seconds. For each: executions,
edges reached of those in the code that was instrumented, seconds since the last new edge, crashes. With
--planted the builds that have a bug on purpose run instead, and each has to find it. Exit code 1: a crash,
or a planted bug that was not found.
"""
import argparse, pathlib, re, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFINITION = re.compile(r'^FUZZ_TARGET\((\w+), "(.*)"\)', re.M)


def targets():
    return DEFINITION.findall((ROOT / "tests/fuzz/targets.def").read_text())


def run_slice(name, seconds, runs):
    """One run of libFuzzer on the corpus that is there; returns executions, edges, all edges, what broke."""
    command = [str(ROOT / "scripts/fuzz"), name, f"-max_total_time={seconds}", "-print_final_stats=1", "-timeout=20",
               "-rss_limit_mb=4096", "-max_len=4096", "-use_value_profile=0"]
    if runs:
        command.append(f"-runs={runs}")
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    text = done.stderr + done.stdout
    executed = re.findall(r"stat::number_of_executed_units:\s+(\d+)", text)
    edges = re.findall(r" cov: (\d+)", text)
    every = re.findall(r"INFO: Loaded \d+ modules\s+\((\d+) inline", text)
    new = re.findall(r"^#\d+\s+NEW ", text, re.M)
    broke = "" if done.returncode == 0 else text[-1500:]
    return (int(executed[-1]) if executed else 0, int(edges[-1]) if edges else 0, int(every[-1]) if every else 0,
            bool(new), broke)


def fuzz(name, a):
    start = last_new = time.monotonic()
    total = edges = every = 0
    while True:
        n, now, every, new, broke = run_slice(name, a.slice, 0)
        total += n
        if now > edges:
            edges, last_new = now, time.monotonic()
        quiet, spent = time.monotonic() - last_new, time.monotonic() - start
        if broke or (total >= a.runs and quiet >= a.quiet_seconds) or spent >= a.most_seconds:
            return total, edges, every, quiet, spent, broke


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--quiet-seconds", type=float, default=600)
    parser.add_argument("--most-seconds", type=float, default=7200)
    parser.add_argument("--slice", type=int, default=60, help="seconds of one run of libFuzzer")
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("only", nargs="*")
    a = parser.parse_args()
    known = [n for n, _ in targets()]
    for wrong in set(a.only) - set(known):
        sys.exit(f"no target {wrong}; there are {', '.join(known)}")
    bad = executed = 0
    for name in a.only or known:
        if a.planted:
            start = time.monotonic()
            n, _, _, _, broke = run_slice(name + "_planted", int(a.most_seconds), 0)
            found = "does not hold" in broke
            bad += not found
            print(f"{name}: the planted bug was {'found' if found else 'NOT found'} after {time.monotonic() - start:.0f} s")
        else:
            n, edges, every, quiet, spent, broke = fuzz(name, a)
            executed += n
            bad += bool(broke)
            print(f"{name}: {n} executions in {spent:.0f} s, {edges} edges of {every} in the program, "
                  f"none new for {quiet:.0f} s, {'CRASHED' if broke else '0 crashes'}")
            if broke:
                print(broke)
        sys.stdout.flush()
    if not a.planted:
        print(f"; {executed} executions, {bad} targets with crashes")
    sys.exit(1 if bad else 0)


main()
