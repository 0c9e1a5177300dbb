#!/bin/sh
# What `tandem bench` costs beside the solvers it runs: many tiny runs by it, and by xargs, in turns; the memory it takes at the
# beginning and at the end.
#   bench/bench_overhead.sh [BUILD [FILES [ROUNDS [SOLVER]]]]      build, 1000 files, 3 rounds, z3
set -eu
build=$(cd "${1:-build}" && pwd)
files=${2:-1000} rounds=${3:-3} solver=${4:-z3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir set
i=0
while [ $i -lt "$files" ]; do
    printf '(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= (* 3 x) %d))\n(check-sat)\n' $((i * 3)) >"set/$(printf %06d $i).smt2"
    i=$((i + 1))
done
now() { date +%s.%N; }
round=1
while [ $round -le "$rounds" ]; do
    a=$(now)
    find set -name '*.smt2' | sort | xargs -n 1 "$solver" >/dev/null
    b=$(now)
    "$build/tandem" bench -q --solver "$solver" --db r.db set >table
    c=$(now)
    tail -n 1 table
    echo "$a $b $c $files" | awk '{printf "%d files: xargs %.2f s, bench %.2f s, %+.1f %%\n", $4, $2 - $1, $3 - $2, 100 * (($3 - $2) / ($2 - $1) - 1)}'
    round=$((round + 1))
done
for count in $((files / 10)) "$files"; do
    mkdir -p part && find part -name '*.smt2' -delete
    find set -name '*.smt2' | sort | head -n "$count" | xargs cp -t part
    /usr/bin/env python3 -c '
import resource, subprocess, sys
child = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
_, _, usage = __import__("os").wait4(child.pid, 0)
print(f"{sys.argv[1]} files: at most {usage.ru_maxrss} KiB")' "$count" "$build/tandem" bench -q --solver "$solver" part
done
