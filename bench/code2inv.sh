#!/bin/sh
# bench/code2inv.sh FOLDER BUILD [TIMEOUT [MODEL]]: `tandem prove` on the 133 programs of Code2Inv.
#
# FOLDER holds 1.c to 133.c (github PL-ML/code2inv, benchmarks/C_instances/c). Prints one line for
# each program that is not answered as it should be, then proved, violated, unknown and wrong, and
# the mean and the worst time of a whole run, from C text to verdict.
set -u
folder=${1:?folder of the programs}
tandem=${2:?build folder}/tandem
timeout=${3:-10}
model=${4:-math}
# The property is false of these in mathematical integers.
false=' 26 27 31 32 61 62 72 75 106 '
# And of these as well when 32 bits wrap around, which is not a fault there.
property=all
[ "$model" = machine ] && property=unreach-call
[ "$model" = machine ] && false="${false}71 74 83 84 85 86 94 132 "
proved=0 violated=0 unknown=0 wrong=0 n=0
times=$(mktemp)
trap 'rm -f "$times"' EXIT
for i in $(seq 133); do
    [ -r "$folder/$i.c" ] || continue
    n=$((n + 1))
    start=$(date +%s%N)
    verdict=$("$tandem" prove --timeout "$timeout" --int-model "$model" --property "$property" --json "$folder/$i.c" |
        grep -o '"verdict":"[a-z ]*"' | head -n 1 | cut -d '"' -f 4)
    end=$(date +%s%N)
    echo "$(((end - start) / 1000000)) $i" >>"$times"
    case "$false" in *" $i "*) wanted=violated ;; *) wanted=proved ;; esac
    case "$verdict" in
    proved) proved=$((proved + 1)) ;;
    violated) violated=$((violated + 1)) ;;
    *) unknown=$((unknown + 1)) ;;
    esac
    [ "$verdict" = "$wanted" ] && continue
    echo "$i.c: ${verdict:-no verdict}, should be $wanted ($(((end - start) / 1000000)) ms)"
    case "$verdict" in proved | violated) wrong=$((wrong + 1)) ;; esac
done
echo "$n programs, model $model: $proved proved, $violated violated, $unknown unknown, $wrong wrong"
sort -n "$times" | awk '{ sum += $1; last = $0 } END { split(last, worst, " ");
    printf "mean %.0f ms, worst %d ms (%s.c)\n", sum / NR, worst[1], worst[2] }'
