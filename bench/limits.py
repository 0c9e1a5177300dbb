#!/usr/bin/env python3
"""How late does the end come? Runs `tandem solve` on hard formulas, for each kind of limit, and prints
how many milliseconds after its moment the process had ended (wanted: at most 200).

    bench/limits.py [build/tandem [runs]]

The moment of Ctrl-C is when the signal is sent; that of --timeout is start plus limit; that of
--memory is when the solver's resident set was first seen (every millisecond) above the limit.
"""
import os, pathlib, signal, subprocess, sys, tempfile, time

FACTORS = """(set-logic QF_BV)
(declare-const x (_ BitVec 128)) (declare-const y (_ BitVec 128))
(assert (= (bvmul x y) (_ bv2670273254669078930062541336377357 128)))
(assert (and (bvult x (_ bv72057594037927936 128)) (bvult y (_ bv72057594037927936 128))))
(assert (and (bvugt x (_ bv1 128)) (bvule x y)))
(check-sat)
"""
WIDE = """(set-logic QF_BV)
(declare-const x (_ BitVec 3000)) (declare-const y (_ BitVec 3000))
(assert (= (bvmul x y x y) (bvadd (bvmul y y x) (_ bv12345 3000))))
(assert (distinct (bvudiv x y) (bvurem y x)))
(check-sat)
"""
NONLINEAR = """(set-logic QF_NIA)
(declare-const x Int) (declare-const y Int) (declare-const z Int)
(assert (= (+ (* x x x) (* y y y) (* z z z)) 114))
(check-sat)
"""


def children(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []


def resident(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/statm").read_text().split()
        return (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGESIZE")
    except (OSError, IndexError):
        return 0


def start(tandem, file, *options):
    return subprocess.Popen([tandem, "solve", *options, file], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True)


def by_signal(tandem, file):
    p = start(tandem, file)
    time.sleep(1.0)
    moment = time.perf_counter()
    p.send_signal(signal.SIGINT)
    out, _ = p.communicate()
    return time.perf_counter() - moment, out, p.returncode


def by_timeout(tandem, file):
    begun = time.perf_counter()
    p = start(tandem, file, "--timeout", "1000ms")
    out, _ = p.communicate()
    return time.perf_counter() - begun - 1.0, out, p.returncode


def by_memory(tandem, file):
    limit = 60 << 20
    p = start(tandem, file, "--memory", "60M", "--timeout", "60")
    moment = None
    while p.poll() is None:
        if moment is None and any(resident(c) > limit for c in children(p.pid)):
            moment = time.perf_counter()
        time.sleep(0.001)
    ended = time.perf_counter()
    return ended - (moment or ended), p.stdout.read(), p.returncode


def main():
    tandem = sys.argv[1] if len(sys.argv) > 1 else "build/tandem"
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("factors", FACTORS), ("nonlinear", NONLINEAR), ("wide", WIDE)):
            file = pathlib.Path(folder) / (name + ".smt2")
            file.write_text(text)
            kinds = [("Ctrl-C", by_signal), ("--timeout", by_timeout)]
            if name == "wide":
                kinds.append(("--memory", by_memory))
            for kind, measure in kinds:
                results = [measure(tandem, str(file)) for _ in range(runs)]
                late = [1000 * r[0] for r in results]
                wrong = [r for r in results if r[1] != "unknown\n"]
                worst = max(worst, *late)
                print(f"{name:10} {kind:10} late by {min(late):4.0f} to {max(late):4.0f} ms"
                      + (f"; WRONG: {wrong[0][1:]}" if wrong else ""))
    print(f"worst {worst:.0f} ms (wanted: at most 200)")


main()
