#!/bin/sh
# bench/code2inv_opaque.sh FOLDER BUILD [TIMEOUT [PROGRAM…]]: the programs of Code2Inv with every
# statement opaque: invariants from executions only, each checked afterwards by SMT.
#
# FOLDER holds 1.c to 133.c (github PL-ML/code2inv, benchmarks/C_instances/c). Prints one line for
# each program that is not answered as it should be, then: right (an invariant that SMT confirms, the only run
# of a program to its end, or a run that breaks a false property), wrong (an invariant that SMT refutes, or any for a false
# property; a run for a true one), not decided; mean and worst time from C text to verdict. OPTIONS in
# the environment are given to `tandem prove` as well, such as OPTIONS='--k 1' or OPTIONS=--single.
set -u
folder=${1:?folder of the programs}
tandem=${2:?build folder}/tandem
timeout=${3:-20}
[ $# -gt 3 ] && shift 3 && programs=$* || programs=$(seq 133)
# The property is false of these in mathematical integers.
false=' 26 27 31 32 61 62 72 75 106 '
right=0 runs=0 wrong=0 open=0 n=0
times=$(mktemp)
trap 'rm -f "$times"' EXIT
for i in $programs; do
    [ -r "$folder/$i.c" ] || continue
    n=$((n + 1))
    start=$(date +%s%N)
    answer=$("$tandem" prove --opaque all --timeout "$timeout" ${OPTIONS-} --json "$folder/$i.c")
    end=$(date +%s%N)
    echo "$(((end - start) / 1000000)) $i" >>"$times"
    verdict=$(printf '%s\n' "$answer" | sed -n 's/.*"verdict":"\([a-z ]*\)".*/\1/p')
    case "$false" in *" $i "*) wanted=violated ;; *) wanted='almost correct' ;; esac
    checked=
    if [ "$verdict" = 'almost correct' ]; then
        set --
        invariants=$(printf '%s\n' "$answer" |
            sed 's/.*"invariants":\[\([^]]*\)\].*/\1/' | grep -o '"line":[0-9]*,"invariant":"[^"]*"' |
            sed 's/"line":\([0-9]*\),"invariant":"\(.*\)"/\1: \2/')
        while IFS= read -r one; do set -- "$@" --check "$one"; done <<TEXT
$invariants
TEXT
        checked=$("$tandem" prove --timeout 60 "$@" "$folder/$i.c" | head -1)
    fi
    # A program that has one run only is proved by it.
    [ "$verdict $wanted" != 'proved almost correct' ] || {
        right=$((right + 1))
        continue
    }
    if [ "$verdict" = "$wanted" ] && { [ -z "$checked" ] || [ "$checked" = proved ]; }; then
        [ -z "$checked" ] && runs=$((runs + 1)) || right=$((right + 1))
        continue
    fi
    case "$verdict" in
    violated | 'almost correct') wrong=$((wrong + 1)) ;;
    *) open=$((open + 1)) ;;
    esac
    echo "$i.c: ${verdict:-no verdict}, should be $wanted ($(((end - start) / 1000000)) ms): ${checked:-$answer}"
done
echo "$n programs: $right invariants confirmed or only runs, $runs false ones with a run, $wrong wrong, $open not decided"
sort -n "$times" | awk '{ sum += $1; last = $0 } END { split(last, worst, " ");
    printf "mean %.0f ms, worst %d ms (%s.c)\n", sum / NR, worst[1], worst[2] }'
