#!/usr/bin/env python3
"""What the sandbox costs: the same work with it and with --sandbox off, in one run.

    bench/isolation.py [BUILD] [--runs 40] [--rounds 3]

Start: `tandem solve` on a formula with a box of a compiled library; runs alternate, so that both see the same
machine; the median of the differences of pairs is shown (wanted: at most 5 ms), in wall time and in CPU time of the
command and all that it starts, which a busy machine changes little, and the difference of the fastest runs. Calls: build/bench/box_rate with
and without, best of the rounds: boxes that make no system call (wanted: no difference), and boxes that crash, with
a new worker for each crash and without.
"""
import argparse, pathlib, re, resource, statistics, subprocess, sys, tempfile, time

BOX = "unsigned twist(unsigned x) { return (x ^ 0x55u) + 9u; }\n"
FORMULA = """(declare-cb twist ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (twist x) #x00000539))
(check-sat)
"""
WANTED_MS = 5.0


def timed(command, wanted):
    """Wall and CPU milliseconds."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.stdout != wanted:
        sys.exit(f"{' '.join(command)} answered {done.stdout!r} {done.stderr!r}")
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * wall, 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def start_cost(tandem, runs, folder):
    box, library, script = folder / "box.c", folder / "box.so", folder / "box.smt2"
    box.write_text(BOX)
    script.write_text(FORMULA)
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, box], check=True)
    command = [str(tandem), "solve", "--lib", str(library), str(script)]
    pairs = [(timed(command, "sat\n"), timed(command + ["--sandbox", "off"], "sat\n")) for _ in range(runs)]
    good = True
    for i, kind in enumerate(("wall", "CPU")):
        on, off = (statistics.median(one[i] for one in column) for column in zip(*pairs))
        more = statistics.median(a[i] - b[i] for a, b in pairs)
        least = min(a[i] for a, _ in pairs) - min(b[i] for _, b in pairs)
        good &= more <= WANTED_MS
        print(f"start, {kind} time: {on:.1f} ms with the sandbox, {off:.1f} ms without, {more:+.1f} ms in the median "
              f"pair of {runs} (wanted: at most {WANTED_MS:.0f} ms), {least:+.1f} ms between the fastest of both")
    return good


def rates(program, rounds):
    """Calls a second by case, (with, without): the best of the rounds, which alternate."""
    best = {}
    for _ in range(rounds):
        for place, options in enumerate(([], ["off"])):
            text = subprocess.run([str(program), *options], capture_output=True, text=True, check=True).stdout
            for name, rate in re.findall(r"^(\S.*?)\s+(\d+) calls/s$", text, re.M):
                pair = best.setdefault(name, [0, 0])
                pair[place] = max(pair[place], int(rate))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, nargs="?", default=pathlib.Path("build"))
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        good = start_cost(a.build.resolve() / "tandem", a.runs, pathlib.Path(folder))
    if not a.rounds:
        sys.exit(0 if good else 1)
    print(f"{'calls/s':<48} {'with':>12} {'without':>12}  ratio")
    for name, (on, off) in rates(a.build.resolve() / "bench/box_rate", a.rounds).items():
        print(f"{name:<48} {on:12} {off:12}  {on / max(off, 1):.2f}")
    sys.exit(0 if good else 1)


main()
