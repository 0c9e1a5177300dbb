#!/usr/bin/env python3
"""Runs the tests of a build folder and prints one closing line: N passed, N failed, N skipped.

Unit programs (tests/unit) print "ok", "not ok" and "skip" lines; scripts (tests/cli/*.sh and
tests/security/*.sh, with TANDEM in their environment) do the same, and so does each folder of golden inputs (tests/regress, by
tests/regress.py). A program that dies counts as one failure.

Tests have to do with signals, limits and clocks, and run beside each other. A program that failed is run
once more by itself at the end, with both results shown: its random cases are fixed, so what is wrong fails
again. One that passes then counts as passed, and is told as flaky: a line "flaky: NAME (first: what
failed)" for each and a line "N flaky" stand before the closing line, and nobody has to look for them.

With --quick there are fewer random cases, and scripts with a line "# Once: WHY" and golden inputs with ONCE: WHY are left out
unless they are named: they have run in the other build.

A script with a line "# Waits: WHY" needs little of a processor: such run one after the other beside the others.
Each program is told with its seconds, and those of a processor that it and what it started used (what was killed
with those that waited for it is not in them); the slowest stand before the closing line.

With --contained each program runs where namespaces and mounts are refused, also to root, as in an ordinary
container (tests/security/refuse_namespaces.c).
"""
import argparse, concurrent.futures, os, pathlib, re, resource, subprocess, sys, tempfile, time

sys.dont_write_bytecode = True  # no __pycache__ beside the tests
import regress

ROOT = pathlib.Path(__file__).resolve().parent.parent


def programs(build, only):
    """(name, command) of each; of a folder of golden inputs only the cases that `only` names, if it names some."""
    for source in sorted((ROOT / "tests/unit").glob("test_*.c")):
        yield source.stem, [str(build / "tests" / source.stem)]
    for script in sorted((ROOT / "tests/cli").glob("*.sh")):
        yield script.stem, ["sh", str(script)]
    for script in sorted((ROOT / "tests/security").glob("*.sh")):
        yield "security_" + script.stem, ["sh", str(script)]
    for folder, _ in regress.folders(ROOT / "tests/regress"):
        cases = [o for o in only if o.startswith(folder + "/")]
        yield folder, [sys.executable, str(ROOT / "tests/regress.py"), str(build), "--jobs=1"] + (cases or [folder])


def quickly(name, command):
    """The command with less work, where it says the same about the code: fewer random cases, and not what says that once is enough."""
    named = len(command) > 4 and command[0] == sys.executable and command[4] != name  # cases of a folder
    return command + ["--quick"] if name.startswith(("test_", "regress/")) and not named else command


# What takes longest goes first, so that nothing long is left over at the end, beside an idle processor.
LONG = ("documents", "prove_open", "fuse_faulty", "prove_random", "test_closed_random", "prove", "explore", "security_contained",
        "regress/prove/programs", "self_test", "box_faults", "security_survivors", "race", "explore_sizes", "report_browser", "delphi",
        "reduce", "explore_given", "limits", "presets", "regress/box/compared", "cluster", "test_fuse")


def marked(command, mark):
    """Whether a script says "# Once: WHY" (it says no more when it is run once more, with --quick) or "# Waits: WHY"."""
    return command[0] == "sh" and re.search(rf"(?m)^# {mark}: ", pathlib.Path(command[1]).read_text())


def choose(known, only):
    """The programs that are selected by name, by a part of it, or by one of their cases."""
    exact = {o for o in only if any(n == o for n, _ in known)}

    def wanted(name, o):
        return name == o if o in exact else o in name or name.startswith("regress/") and o.startswith(name + "/")
    for o in only:
        if not any(wanted(n, o) for n, _ in known):
            sys.exit(f"run.py: there is no test '{o}'")
    return [(n, c) for n, c in known if not only or any(wanted(n, o) for o in only)]


def spent():
    """Seconds on the clock, and of processors that what this process ran and waited for has used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic(), used.ru_utime + used.ru_stime


def run(name, command, build, quick, timeout, contained=False):
    before = spent()
    env = dict(os.environ, TANDEM=str(build / "tandem"), BUILD=str(build), ROOT=str(ROOT))
    if quick and command[0] == "sh":
        env["QUICK"] = "1"
    elif quick:
        command = quickly(name, command)
    if contained:
        command = [str(build / "tests/refuse_namespaces")] + command
    with tempfile.TemporaryDirectory(prefix="tandem-test-") as scratch:
        try:
            done = subprocess.run(command, capture_output=True, timeout=timeout, cwd=scratch,
                                  env=dict(env, SCRATCH=scratch, XDG_CACHE_HOME=scratch + "/.cache",
                                           XDG_STATE_HOME=scratch + "/.state"), stdin=subprocess.DEVNULL)
            out, err, code = done.stdout, done.stderr, done.returncode
        except subprocess.TimeoutExpired as late:
            out, err, code = late.stdout or b"", late.stderr or b"", "timeout"
    lines = out.decode(errors="replace").splitlines()
    counts = [sum(1 for l in lines if l.startswith(p)) for p in ("ok ", "not ok ", "skip ")]
    if code != 0 and counts[1] == 0 or sum(counts) == 0:
        counts[1] += 1
        lines.append(f"not ok {name}: ended with {code}")
        lines += err.decode(errors="replace").splitlines()[-40:]
    shown = [l for l in lines if not l.startswith("ok ")]
    return name, counts, shown, [after - first for after, first in zip(spent(), before)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="a twentieth of the random cases")
    parser.add_argument("--timeout", type=float, default=900)
    parser.add_argument("--contained", action="store_true", help="inside a world without namespaces")
    parser.add_argument("--jobs", type=int, default=(os.cpu_count() or 1) + 1, help="programs beside each other; half of their time they wait for others")
    parser.add_argument("--totals", type=pathlib.Path, help="add the counts (passed, failed, skipped, flaky) to this file, print no closing line")
    parser.add_argument("only", nargs="*", help="names of test programs, or parts of them")
    a = parser.parse_intermixed_args()
    build = a.build.resolve()
    only = [re.sub(r"^tests/(?=regress)|/$", "", o) for o in a.only]
    try:
        chosen = choose(list(programs(build, only)), only)
        if a.quick and not only:
            chosen = [(n, c) for n, c in chosen if not marked(c, "Once")]
    except regress.Malformed as e:
        sys.exit(f"run.py: {e}")
    chosen.sort(key=lambda one: LONG.index(one[0]) if one[0] in LONG else len(LONG))
    total = [0, 0, 0]
    again, flaky, took = [], [], []

    def show(name, counts, shown, seconds):
        print(f"{name}: {counts[0]} ok, {counts[1]} failed, {counts[2]} skipped ({seconds[0]:.1f} s, {seconds[1]:.1f} of a processor)")
        for line in shown:
            print("   ", line)
        sys.stdout.flush()

    with concurrent.futures.ProcessPoolExecutor(a.jobs) as computing, concurrent.futures.ProcessPoolExecutor(1) as waiting:
        jobs = {(waiting if a.jobs > 1 and marked(c, "Waits") else computing).submit(run, n, c, build, a.quick, a.timeout, a.contained): (n, c)
                for n, c in chosen}
        for job in concurrent.futures.as_completed(jobs):
            name, counts, shown, seconds = job.result()
            show(name, counts, shown, seconds)
            took.append((seconds[0], f"{name} {seconds[0]:.0f} ({seconds[1]:.0f})"))
            if counts[1]:
                again.append((*jobs[job], next(l for l in shown if l.startswith("not ok "))))
            else:
                total = [x + y for x, y in zip(total, counts)]
    for name, command, first in again:
        _, counts, shown, seconds = run(name, command, build, a.quick, a.timeout, a.contained)
        show(name + " once more, by itself", counts, shown, seconds)
        total = [x + y for x, y in zip(total, counts)]
        if not counts[1]:
            flaky.append(f"flaky: {name} (first: {first.removeprefix('not ok ')})")
    for line in flaky:
        print(line)
    if len(took) > 20:
        print("slowest, in seconds (of a processor):", ", ".join(text for _, text in sorted(took, reverse=True)[:20]))
    if a.totals:
        new = total + [len(flaky)]
        before = [int(x) for x in a.totals.read_text().split()] if a.totals.exists() else [0] * len(new)
        a.totals.write_text(" ".join(str(x + y) for x, y in zip(new, before)) + "\n")
    else:
        if flaky:
            print(f"{len(flaky)} flaky")
        print(f"{total[0]} passed, {total[1]} failed, {total[2]} skipped")
    sys.exit(1 if total[1] else 0)


if __name__ == "__main__":
    main()
