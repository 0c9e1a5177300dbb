#!/bin/sh
# bench/fuse_first.sh TANDEM SEEDS…: when is the first formula of a campaign there on seeds that no campaign had before? Nothing is kept
# between runs; random seeds 1 to 7 for each folder of seeds, one worker, no solver. A line a run: folder, random seed, seconds.
set -eu
tandem=${1:?usage: bench/fuse_first.sh TANDEM SEEDS…}
shift
for seeds in "$@"; do
    for seed in 1 2 3 4 5 6 7; do
        folder=$(mktemp -d)
        XDG_CACHE_HOME=$folder/cache XDG_STATE_HOME=$folder/state "$tandem" fuse -q --json -s none --jobs 1 --seed $seed --count 20 \
            -o "$folder/out" "$seeds" >"$folder/json"
        printf '%s %s %s\n' "${seeds##*/}" $seed "$(sed -n 's/.*"first_formula_seconds": *\([0-9.e-]*\).*/\1/p' "$folder/json")"
        rm -rf "$folder"
    done
done
