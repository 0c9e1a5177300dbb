#!/bin/sh
# Start-up: `tandem solve` on a trivial formula against `z3` on the same file, in one run.
# Runs alternate, so that both see the same machine; prints milliseconds a run and their ratio.
#
#     bench/startup.sh [build/tandem [runs]]
set -eu
tandem=${1:-build/tandem}
runs=${2:-200}
exec python3 - "$tandem" "$runs" <<'END'
import statistics, subprocess, sys, tempfile, time

tandem, runs = sys.argv[1], int(sys.argv[2])
with tempfile.NamedTemporaryFile("w", suffix=".smt2") as f:
    f.write("(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n")
    f.flush()
    commands = {"tandem": [tandem, "solve", f.name], "z3": ["z3", f.name]}
    times = {name: [] for name in commands}
    for i in range(runs):
        for name, command in commands.items():
            start = time.perf_counter()
            done = subprocess.run(command, capture_output=True, text=True)
            times[name].append(time.perf_counter() - start)
            if done.stdout != "sat\n":
                sys.exit(f"{name} answered {done.stdout!r} {done.stderr!r}")
medians = {name: statistics.median(t) for name, t in times.items()}
for name, t in times.items():
    print(f"{name:8} median {1000 * medians[name]:.2f} ms, least {1000 * min(t):.2f} ms")
print(f"ratio {medians['tandem'] / medians['z3']:.2f} (wanted: at most 1.5)")
END
