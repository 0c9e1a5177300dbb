#!/bin/sh
# Tests `tandem solve` with `tandem fuse` for longer than the test suite does:
#
#     bench/self_test.sh [TANDEM] [SECONDS] [SEED] [SEEDS...]
#
# A third of the time each: all strategies; parts of formulas in closed boxes; the fuzzer alone. Prints
# each campaign's summary, and findings against our solver whole; ends with 1 if there are any.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
tandem=${1:-$root/build/tandem}
seconds=${2:-180}
seed=${3:-1}
[ $# -lt 3 ] && shift $# || shift 3
[ $# -gt 0 ] || set -- "$root/tests/seeds" "$root/tests/fuse_seeds"
folder=$(mktemp -d "${TMPDIR:-/tmp}/tandem-self-test.XXXXXX")
trap 'rm -rf "$folder"' EXIT
bad=0

# campaign NAME COMMAND [OPTION | SEEDS]...: findings against COMMAND are shown
campaign() {
    name=$1 command=$2
    shift 2
    echo "== $name"
    "$tandem" fuse -q -s "$command" -s z3 --timeout 5s --for "$((seconds / 3))s" --seed "$seed" \
        -o "$folder/$name" "$@" </dev/null
    for finding in "$folder/$name"/findings/*-tandem.smt2; do
        case $name/$finding in
        *'*'* | fuzzer/*unknown-on-easy*) continue ;; # none; and the fuzzer alone proves nothing
        esac
        bad=1
        cat "$finding"
    done
}

campaign everything "$tandem solve --allow-code" "$@"
campaign boxed "$tandem solve --allow-code" --strategy boxed "$@"
campaign fuzzer "$tandem solve --allow-code --mode fuzz" --strategy sat-fusion --strategy mixed-sat --strategy boxed "$@"
exit $bad
