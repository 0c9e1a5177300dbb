#!/bin/sh
# How much of a race's wall time is solver time, and how many inputs are tried in a minute.
#
#     bench/race_share.sh [build/tandem [SECONDS]]
#
# For each theory one race of so many seconds, with solvers that answer most of these inputs in under
# a second. On a busy machine solvers take longer, which shows in the second figure.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
tandem=${1:-$root/build/tandem} seconds=${2:-15}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# race THEORY TARGET REFERENCE
race() {
    for program in "${2%% *}" "${3%% *}"; do command -v "$program" >/dev/null || return 0; done
    printf '%-8s %-20s %-20s ' "$1" "$2" "$3"
    "$tandem" race -q -T "$2" -R "$3" --theory "$1" -t 1 --for "$seconds" -o "$scratch/$1" |
        grep ' in solvers, '
}

race BV z3 cvc5
race Int z3 cvc5
race FP32 z3 cvc5
race Strings z3 "cvc5 --strings-exp"
