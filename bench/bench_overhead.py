#!/usr/bin/env python3
"""What `tandem bench` costs beside the solvers it runs: the same tiny runs by it and by xargs.

    bench/bench_overhead.py [BUILD] [--files 100] [--rounds 41] [--solver z3] [--core N]

Each round runs all files by both, all on one core, and rounds take turns in who is first: what happens to the machine
happens to both. Told are medians over the rounds of the ratio of the two, in wall time and in CPU time of the command and all
that it starts, which a busy machine changes less, each with the interval that holds the true median in 95 of 100 cases (of order
statistics: no distribution is assumed). A third command in each round, xargs again, says what the measurement itself is worth: its
interval has to hold 0. What bench needs once is measured apart, on one file, and left out of the cost of a run. A solver that does
nothing (--solver true) tells milliseconds a run best. The memory it takes: with a tenth of the files and with all.
"""
import argparse, math, os, pathlib, statistics, subprocess, sys, tempfile, time

FORMULA = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= (* 3 x) {}))\n(check-sat)\n"
WANTED = 2.0  # per cent


def timed(command, core):
    """Wall seconds, CPU seconds of it and all that it waited for, KiB at most."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=lambda: os.sched_setaffinity(0, {core}))
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} ended with {status}")
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss


def interval(values):
    """The median, and the order statistics between which it is in 95 of 100 cases."""
    values, n = sorted(values), len(values)
    below, k = 0.5 ** n, 0  # chance that at most k of them are below the median
    while k + 1 < n // 2 and below + math.comb(n, k + 1) * 0.5 ** n <= 0.025:
        k += 1
        below += math.comb(n, k) * 0.5 ** n
    return statistics.median(values), values[k], values[n - 1 - k]


def per_cent(name, ours, theirs):
    middle, low, high = interval([100 * (a / b - 1) for a, b in zip(ours, theirs)])
    print(f"{name}: {middle:+.1f} % ({low:+.1f} to {high:+.1f})")
    return middle, low, high


def milliseconds(name, ours, theirs, files):
    print("{}: {:+.2f} ms ({:+.2f} to {:+.2f})".format(name, *interval([1000 * (a - b) / files for a, b in zip(ours, theirs)])))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", type=pathlib.Path, default="build")
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--solver", default="z3")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    a = parser.parse_args()
    tandem = str(a.build.resolve() / "tandem")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, count in ("set", a.files), ("part", max(a.files // 10, 1)), ("one", 1):
            os.mkdir(name)
            for i in range(count):
                pathlib.Path(name, f"{i:06d}.smt2").write_text(FORMULA.format(3 * i))
        bench = [tandem, "bench", "-q", "--solver", a.solver]

        def by_xargs(name):
            return ["sh", "-c", f"find {name} -name '*.smt2' | sort | xargs -n 1 {a.solver}"]
        commands = {"bench": bench + ["set"], "xargs": by_xargs("set"), "again": by_xargs("set"), "bench once": bench + ["one"],
                    "xargs once": by_xargs("one")}
        for command in commands.values():
            timed(command, a.core)  # what is read for the first time
        took = {name: [] for name in commands}
        for r in range(a.rounds):
            order = list(commands)
            for name in order if r % 2 else reversed(order):
                took[name].append(timed(commands[name], a.core))
        print(f"{a.files} files of {a.solver}, {a.rounds} rounds on core {a.core}; load at the end {os.getloadavg()[0]:.1f}")
        for which, what in (0, "wall time"), (1, "CPU time"):
            each = {name: [t[which] for t in times] for name, times in took.items()}
            once = statistics.median(each["bench once"]) - statistics.median(each["xargs once"])
            run = statistics.median(each["xargs"]) / a.files
            print(f"{what}: a run {1000 * run:.1f} ms by xargs; bench needs {1000 * once:+.1f} ms once")
            per_cent("  xargs against xargs", each["again"], each["xargs"])
            per_cent("  bench", each["bench"], each["xargs"])
            runs = [t - once for t in each["bench"]]
            milliseconds("  bench, a run", runs, each["xargs"], a.files)
            middle, low, high = per_cent("  bench, a run", runs, each["xargs"])
            print(f"    at most {WANTED:.0f} % are wanted: " +
                  ("shown" if high <= WANTED else "missed" if low > WANTED else "not decided by these rounds"))
        for name in "part", "set":
            print(f"{len(os.listdir(name))} files: at most {timed(bench + [name], a.core)[2]} KiB")


if __name__ == "__main__":
    main()
