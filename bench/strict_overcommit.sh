#!/bin/sh
# Every command under strict overcommit: the kernel promises no memory that it does not have.
#
#     bench/strict_overcommit.sh [BUILD]
#
# Needs root; sets vm.overcommit_memory to 2 (95 % of the memory) for a few seconds and puts it back. Prints a line
# for each command; ends with 1 unless all end well.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
tandem=${1:-$root/build}/tandem
cd "$root" || exit 4
mode=$(cat /proc/sys/vm/overcommit_memory) ratio=$(cat /proc/sys/vm/overcommit_ratio)
scratch=$(mktemp -d)
trap 'echo "$mode" >/proc/sys/vm/overcommit_memory; echo "$ratio" >/proc/sys/vm/overcommit_ratio; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
echo 95 >/proc/sys/vm/overcommit_ratio && echo 2 >/proc/sys/vm/overcommit_memory || exit 4

bad=0
try() {
    code=0
    timeout 60 "$tandem" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
    echo "$code  tandem $*"
    [ "$code" = 0 ] || { bad=1 && head -n 3 "$scratch/err"; }
}
try fmt examples/ages.smt2
try solve examples/ages.smt2
try solve --lib examples/boxes.c examples/box.smt2
try prove examples/sum.c
try reduce examples/overflow.smt2 -- grep -q bvlshr
try fuse -q --count 50 --seed 1 -o "$scratch/fuse" tests/seeds
try race -q -T z3 -R cvc5 --theory BV -t 0.2 -n 3 -o "$scratch/race"
try bench -q --timeout 2 examples/ages.smt2
try explore -q --sym-args 0 2 10 --for 6s -o "$scratch/explore" examples/greet.c
try doctor
exit $bad
