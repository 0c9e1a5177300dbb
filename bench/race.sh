#!/bin/sh
# The bandit against its baselines on real solvers: PAR-2 margins at the same budget of solver time.
#
#     bench/race.sh [build/tandem [FOLDER [REPETITIONS [SOLVER-SECONDS [TIMEOUT]]]]] >bench/race-results.md
#
# What was measured is kept in FOLDER: called again, it goes on where it was ended. Pairs whose
# solvers are not installed are left out.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
tandem=${1:-$root/build/tandem} folder=${2:-race-bench} repetitions=${3:-3} seconds=${4:-4} timeout=${5:-0.25}
mkdir -p "$folder"

version() {
    "$1" --version 2>/dev/null | grep -i version | grep -o '[0-9][0-9]*\.[0-9][0-9.]*' | head -n 1
}

# pair THEORY TARGET REFERENCE: one line of the table.
pair() {
    for program in "${2%% *}" "${3%% *}"; do command -v "$program" >/dev/null || return 0; done
    place="$folder/$(printf '%s' "$1-$2-$3" | tr -c 'A-Za-z0-9' _)"
    if [ -e "$place/race.db" ]; then
        set -- "$1" "$2" "$3" --resume "$place"
    else
        set -- "$1" "$2" "$3" -T "$2" -R "$3" --theory "$1" -t "$timeout" --evaluate \
            --repetitions "$repetitions" --solver-time "$seconds" -o "$place"
    fi
    theory=$1 target=$2 reference=$3
    shift 3
    "$tandem" race -q "$@" >"$place.txt" || return 0
    awk -v line="| $theory | $target | $reference |" '
        /^(bandit|random|mutation|genetic) +[-0-9]/ { line = line " " $2 " ± " $4 " |" }
        /^bandit over/ { gain = $(NF - 1) " %" }
        END { print line " " gain " |" }' "$place.txt"
}

echo "# The bandit against its baselines"
echo
echo "$(date -u +%Y-%m-%d), bench/race.sh: z3 $(version z3), cvc5 $(version cvc5), cvc4 $(version cvc4)."
echo "$repetitions runs of each algorithm, $seconds s of solver time for each run, time-out $timeout s of CPU time."
echo "Margins are PAR-2 seconds of the target less those of the reference on the best input of a run, summed over"
echo "the runs, ± the standard error of that sum (largest possible: $(awk "BEGIN { print 2 * $timeout * $repetitions }"))."
echo
echo "| theory | target | reference | bandit | random | mutation | genetic | bandit over the best baseline |"
echo "|---|---|---|---|---|---|---|---|"
pair FP32 z3 cvc5
pair FP32 cvc5 z3
seq="z3"
z3str3="z3 smt.string_solver=z3str3"
cvc5="cvc5 --strings-exp"
cvc4="cvc4 --strings-exp"
for one in "$cvc5" "$cvc4"; do
    for other in "$seq" "$z3str3"; do
        pair Strings "$one" "$other"
        pair Strings "$other" "$one"
    done
done
pair Strings "$seq" "$z3str3"
pair Strings "$z3str3" "$seq"
pair Strings "$cvc5" "$cvc4"
pair Strings "$cvc4" "$cvc5"
