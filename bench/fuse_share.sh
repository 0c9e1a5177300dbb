#!/bin/sh
# bench/fuse_share.sh TANDEM SEEDS [SECONDS]: which part of a campaign's wall time is inside solver processes?
# One worker, z3 and cvc5, a process for each formula; with and without varied options. Reductions are included.
set -eu
tandem=$1 seeds=$2 seconds=${3:-60}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
# The models of the seeds are looked for before a campaign's clock starts; once is enough.
mkdir "$folder/a"
for set in "a" "b --vary-options" "c --strategy sat-fusion --strategy unsat-fusion"; do
    # shellcheck disable=SC2086
    set -- $set
    name=$1
    shift
    [ "$name" = a ] || { mkdir "$folder/$name" && cp "$folder/a/models.cache" "$folder/$name"; }
    "$tandem" fuse --seed 0 -q --json -s z3 -s "cvc5 --strings-exp" -t 1 --max-size 500 --reduce-time 10 --for "${seconds}s" \
        --seed 7 -o "$folder/$name" "$@" "$seeds" >"$folder/$name.json" || true
    python3 - "$folder/$name.json" "$*" <<'PY'
import json, sys
s = json.load(open(sys.argv[1]))
print(f"{s['solver_seconds'] / s['seconds']:7.1%} of {s['seconds']:.0f} s in solvers"
      f" ({s['solver_seconds'] / s['worker_seconds']:.1%} of the worker's time);"
      f" {s['formulas']} formulas, {s['solver_calls']} solver calls; {sys.argv[2] or 'all strategies'}")
PY
done
