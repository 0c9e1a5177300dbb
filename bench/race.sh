#!/bin/sh
# The bandit against its baselines on real solvers: PAR-2 margins at the same budget of solver time.
#
#     bench/race.sh [build/tandem [FOLDER [ROUNDS [SOLVER-SECONDS [TIMEOUT [OPTION]...]]]]]
#
# A round is one run of each algorithm on each pair of solvers. What was measured is kept in FOLDER:
# called again, it goes on where it was ended; with 0 ROUNDS it only prints the table. Pairs whose
# solvers are not installed are left out. OPTIONs go to `tandem race`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
tandem=${1:-$root/build/tandem} folder=${2:-race-bench} rounds=${3:-6} seconds=${4:-4} timeout=${5:-0.25}
if [ $# -gt 5 ]; then shift 5; else shift $#; fi
mkdir -p "$folder"

version() {
    "$1" --version 2>/dev/null | grep -i version | grep -o '[0-9][0-9]*\.[0-9][0-9.]*' | head -n 1
}

z3str3="z3 smt.string_solver=z3str3"
cvc5="cvc5 --strings-exp"
cvc4="cvc4 --strings-exp"
pairs() {
    printf '%s|%s|%s\n' FP32 z3 cvc5 FP32 cvc5 z3 FP64 z3 cvc5 FP64 cvc5 z3
    for one in "$cvc5" "$cvc4"; do
        for other in z3 "$z3str3"; do
            printf 'Strings|%s|%s\n' "$one" "$other" "$other" "$one"
        done
    done
    printf 'Strings|%s|%s\n' z3 "$z3str3" "$z3str3" z3 "$cvc5" "$cvc4" "$cvc4" "$cvc5"
}

# Where a pair's rounds are.
place() { printf '%s/%s' "$folder" "$(printf '%s' "$1-$2-$3" | tr -c 'A-Za-z0-9' _)"; }

installed() { command -v "${1%% *}" >/dev/null && command -v "${2%% *}" >/dev/null; }

# measure ROUND ALGORITHM THEORY TARGET REFERENCE [OPTION]...
measure() {
    round=$1 algorithm=$2 theory=$3 target=$4 reference=$5
    shift 5
    here=$(place "$theory" "$target" "$reference")-$round-$algorithm
    [ ! -e "$here/margin" ] || return 0
    if [ -e "$here/race.db" ]; then
        set -- --resume "$here"
    else
        set -- -T "$target" -R "$reference" --theory "$theory" -t "$timeout" -a "$algorithm" --seed "$round" \
            --solver-time "$seconds" "$@" -o "$here"
    fi
    if "$tandem" race -q "$@" >"$here.txt"; then
        mv "$here.txt" "$here/result"
        awk '/^input 01 / { margin = $4 } END { print margin + 0 }' "$here/result" >"$here/margin"
    fi
}

round=0
while [ "$round" -lt "$rounds" ]; do
    round=$((round + 1))
    pairs | while IFS='|' read -r theory target reference; do
        installed "$target" "$reference" || continue
        for algorithm in bandit random mutation genetic; do
            measure "$round" "$algorithm" "$theory" "$target" "$reference" "$@" </dev/null
        done
    done
done

# One line for each margin: the pair, the round, the algorithm, the margin.
margins() {
    pairs | while IFS='|' read -r theory target reference; do
        for margin in "$(place "$theory" "$target" "$reference")"-[0-9]*/margin; do
            [ -e "$margin" ] || continue
            here=${margin%/margin}
            run=${here##*-}
            here=${here%-*}
            printf '%s | %s | %s\t%s\t%s\t%s\n' "$theory" "$target" "$reference" "${here##*-}" "$run" \
                "$(cat "$margin")"
        done
    done
}

margins | awk -F '\t' -v today="$(date -u +%Y-%m-%d)" -v seconds="$seconds" -v limit="$timeout" -v options="$*" \
    -v versions="z3 $(version z3), cvc5 $(version cvc5), cvc4 $(version cvc4)" -f "$root/bench/race.awk"
