#!/bin/sh
# bench/open_programs.sh BUILD [NAME…]: `tandem prove` on the 15 programs with opaque operations of
# tests/prove/open.
#
# For each: the verdict; how its invariant was checked on the closed twin, where everything is
# visible (SMT where that decides, else all states of the ranges in box.h, executed natively); what
# was said of its mutant, whose property is false: only `violated` is good. Then the mean and the worst time. Ends
# with 1 unless all programs and all mutants are good.
set -u
tandem=${1:?build folder}/tandem
programs=$(dirname "$0")/../tests/prove/open
shift
[ $# -gt 0 ] || set -- $(ls "$programs" | grep -v '\.c$')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
good=0 n=0 mutants=0 missed=0 wrong=0

prove() { # FILE OPTIONS…
    file=$1
    shift
    "$tandem" prove --json --timeout 120 "$@" "$file"
}

verdict_of() { sed -n 's/.*"verdict":"\([a-z ]*\)","int.*/\1/p'; }

# By SMT on the twin, if the invariant has no opaque operation in it; else by exhaustion.
check() { # FOLDER INVARIANT
    if "$tandem" prove --timeout 20 --check "$2" "$1/twin.c" 2>/dev/null | grep -q '^proved'; then
        echo SMT
        return 0
    fi
    cc -O1 -w -DBOX="\"$1/box.h\"" -DCODE="\"$1/code.c\"" -DINV="$2" -DCLOSED \
        -o "$scratch/exhaust" "$programs/exhaust.c" || return 1
    "$scratch/exhaust" >"$scratch/out" || {
        cat "$scratch/out"
        return 1
    }
    echo "exhaustion ($(cat "$scratch/out"))"
}

programs=$(cd "$programs" && pwd)
for name in "$@"; do
    folder=$programs/$name
    set -- --lib "$folder/code.c"
    [ -r "$folder/grammar.txt" ] && set -- "$@" --grammar "$folder/grammar.txt"
    n=$((n + 1))
    start=$(date +%s%N)
    answer=$(prove "$folder/program.c" "$@")
    end=$(date +%s%N)
    ms=$(((end - start) / 1000000))
    echo "$ms $name" >>"$scratch/times"
    verdict=$(printf '%s\n' "$answer" | verdict_of)
    invariant=$(printf '%s\n' "$answer" | sed -n 's/.*"invariant":"\([^"]*\)".*/\1/p')
    checked='-'
    case "$verdict" in
    proved | 'proved if' | 'almost correct')
        # asm_8(x) and the like have no name in the twin.
        if checked=$(check "$folder" "$invariant"); then good=$((good + 1)); else checked="WRONG: $checked"; fi
        ;;
    esac
    mutant=$(prove "$folder/mutant.c" "$@" | verdict_of)
    case "$mutant" in
    violated) mutants=$((mutants + 1)) ;;
    unknown) mutant='MISSED: unknown' missed=$((missed + 1)) ;;
    *) mutant="WRONG: $mutant" wrong=$((wrong + 1)) ;;
    esac
    echo "$name: ${verdict:-no verdict} ($ms ms): $invariant"
    echo "    twin: $checked; mutant: $mutant"
done
echo "$n programs: $good with an invariant that holds on the twin, $mutants mutants violated, $missed missed, $wrong said to be correct"
sort -n "$scratch/times" | awk '{ sum += $1; last = $0 } END { split(last, worst, " ");
    printf "mean %.2f s, worst %.2f s (%s)\n", sum / NR / 1000, worst[1] / 1000, worst[2] }'
[ $good = $n ] && [ $mutants = $n ]
