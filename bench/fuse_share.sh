#!/bin/sh
# bench/fuse_share.sh TANDEM SEEDS [SECONDS]: which part of a campaign is inside solvers? One worker; a process for each formula
# (z3 and cvc5), then solvers that are kept running. For each campaign: the part of the wall time that is inside solvers, our own
# part of all CPU time (workers and the one that leads them; what a run takes beyond the campaign, as trying solvers, counts as
# ours too), and when the first formula was there. Models of the seeds are looked for in a campaign before them. Reductions
# are included.
set -eu
tandem=$1 seeds=$2 seconds=${3:-60}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
mkdir "$folder/cache"
export XDG_CACHE_HOME="$folder/cache"
"$tandem" fuse --seed 1 -q -s none --count 1 -o "$folder/first" "$seeds" >/dev/null
z3=-s,z3 cvc5="-s,cvc5 --strings-exp"
number=0
while IFS='|' read -r words; do
    number=$((number + 1))
    python3 - "$folder/$number" "$tandem" "$seeds" "$seconds" "$words" <<'PY'
import json, resource, subprocess, sys
folder, tandem, seeds, seconds, words = sys.argv[1:]
command = [tandem, "fuse", "-q", "--json", "-t", "1", "--max-size", "500", "--reduce-time", "10", "--for", seconds + "s",
           "--seed", "7", "-o", folder] + words.split(",") + [seeds]
before = resource.getrusage(resource.RUSAGE_CHILDREN)
done = subprocess.run(command, capture_output=True, text=True)
after = resource.getrusage(resource.RUSAGE_CHILDREN)
if done.returncode not in (0, 1):
    sys.exit(done.stderr)
s = json.loads(done.stdout)
cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
print(f"{s['solver_seconds'] / s['seconds']:6.1%} of {s['seconds']:.0f} s in solvers"
      f" ({s['solver_seconds'] / s['worker_seconds']:.1%} of the worker's time);"
      f" own CPU {s['own_cpu_seconds'] / cpu:.2%} of {cpu:.1f} s; first formula after {s['first_formula_seconds']:.3f} s;"
      f" {s['formulas']} formulas, {s['solver_calls']} solver calls; {' '.join(words.split(','))}")
PY
done <<END
$z3,$cvc5
$z3,$cvc5,--vary-options
$z3,$cvc5,--strategy,sat-fusion,--strategy,unsat-fusion
-s,lib:z3
-s,keep:z3
-s,keep:cvc5 --strings-exp
-s,lib:z3,-s,keep:cvc5 --strings-exp
END
