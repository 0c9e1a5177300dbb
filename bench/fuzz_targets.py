#!/usr/bin/env python3
"""Runs the fuzz targets of tests/fuzz with libFuzzer, ASan and UBSan, and prints what came of it.

    bench/fuzz_targets.py [--runs N] [--quiet-seconds S] [--most-seconds S] [--planted | --edges] [TARGET…]

Each target runs until it has done N executions and found no new edge for S seconds. For each: executions,
edges that the corpus reaches, of those in the functions that it enters (in a build that is not optimised and
has no sanitizers, whose reports are edges too), seconds since the last new edge, megabytes of memory, crashes.
With --edges only these are counted; with --planted the builds that have a bug on purpose run instead, and
each has to find it. Exit code 1: a crash, or a planted bug that was not found.
"""
import argparse, pathlib, re, shutil, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFINITION = re.compile(r'^FUZZ_TARGET\((\w+), "(.*)"\)', re.M)


def targets():
    return DEFINITION.findall((ROOT / "tests/fuzz/targets.def").read_text())


MOST_BYTES = {"store": 12288}  # of an input; the smallest database has 7,680


def run(name, *options):
    command = [str(ROOT / "scripts/fuzz"), name, "-timeout=20", "-rss_limit_mb=4096",
               f"-max_len={MOST_BYTES.get(name, 4096)}", *options]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    return done.returncode, done.stderr + done.stdout


def last_number(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def run_slice(name, seconds):
    """One run of libFuzzer on the corpus that is there: executions, edges, megabytes, what broke."""
    code, text = run(name, f"-max_total_time={seconds}", "-print_final_stats=1")
    return (last_number(r"stat::number_of_executed_units:\s+(\d+)", text), last_number(r" cov: (\d+)", text),
            last_number(r"stat::peak_rss_mb:\s+(\d+)", text), text[-1500:] if code else "")


def edges_entered(name):
    """Edges reached, and all edges, of the functions that the corpus enters; those of the target itself apart."""
    done = subprocess.run([str(ROOT / "scripts/fuzz"), name, "--edges"],
                          capture_output=True, text=True, errors="replace")
    found = re.findall(r"^COVERED_FUNC: hits: \d+ edges: (\d+)/(\d+) \S+ (\S+)", done.stdout + done.stderr, re.M)
    found = [(int(some), int(every)) for some, every, where in found if "tests/fuzz/" not in where]
    some, every = sum(some for some, _ in found), sum(every for _, every in found)
    return f"{some} edges of {every} in {len(found)} functions entered ({100 * some // max(every, 1)} %)"


def fuzz(name, a):
    start = last_new = time.monotonic()
    total = edges = memory = 0
    while True:
        n, now, megabytes, broke = run_slice(name, a.slice)
        total += n
        memory = max(memory, megabytes)
        if now > edges:
            edges, last_new = now, time.monotonic()
        quiet, spent = time.monotonic() - last_new, time.monotonic() - start
        if broke or (total >= a.runs and quiet >= a.quiet_seconds) or spent >= a.most_seconds:
            print(f"{name}: {total} executions in {spent:.0f} s, {edges_entered(name)}, none new for {quiet:.0f} s, "
                  f"{memory} MB, {'CRASHED' if broke else '0 crashes'}")
            if broke:
                print(broke)
            return total, broke


def find_planted(name, seconds):
    """Begins with the stored inputs that do not show the bug themselves."""
    subprocess.run([str(ROOT / "scripts/fuzz"), name + "_planted", "--build-only"], check=True)
    program = str(ROOT / f"build-fuzz/tests/fuzz_{name}_planted")
    left_out = 0
    with tempfile.TemporaryDirectory() as folder:
        for f in sorted((ROOT / "tests/fuzz/corpus" / name).iterdir()):
            if subprocess.run([program, str(f)], capture_output=True).returncode:
                left_out += 1
            else:
                shutil.copy(f, folder)
        words = ROOT / f"tests/fuzz/{name}.dict"
        start = time.monotonic()
        done = subprocess.run([program, "-detect_leaks=0", "-keep_seed=1", f"-max_total_time={seconds}",
                               "-print_final_stats=1", f"-max_len={MOST_BYTES.get(name, 4096)}",
                               f"-artifact_prefix={folder}/",
                               *([f"-dict={words}"] if words.exists() else []), folder],
                              capture_output=True, text=True, errors="replace")
    found = "does not hold" in done.stderr
    tried = last_number(r"stat::number_of_executed_units:\s+(\d+)", done.stderr)
    print(f"{name}: the planted bug was {'found' if found else 'NOT found'} after {tried} executions and "
          f"{time.monotonic() - start:.0f} s ({left_out} stored inputs that show it were left out)")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--quiet-seconds", type=float, default=600)
    parser.add_argument("--most-seconds", type=float, default=7200)
    parser.add_argument("--slice", type=int, default=60, help="seconds of one run of libFuzzer")
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("only", nargs="*")
    a = parser.parse_args()
    known = [n for n, _ in targets()]
    for wrong in set(a.only) - set(known):
        sys.exit(f"no target {wrong}; there are {', '.join(known)}")
    bad = executed = 0
    for name in a.only or known:
        if a.edges:
            print(f"{name}: {edges_entered(name)}")
        elif a.planted:
            bad += not find_planted(name, int(a.most_seconds))
        else:
            n, broke = fuzz(name, a)
            executed += n
            bad += bool(broke)
        sys.stdout.flush()
    if not a.planted and not a.edges:
        print(f"; {executed} executions, {bad} targets with crashes")
    sys.exit(1 if bad else 0)


main()
