# Models of seeds are looked for when they are first needed, and which are found depends on the seeds and --model-time alone:
# not on caches, on how busy the machine is, or on who else looks.
. "$ROOT/tests/frame.sh"

seeds=$ROOT/tests/fuse_seeds

# campaign FOLDER OPTION...: formulas only, from the cache of models in $XDG_CACHE_HOME
campaign() {
    folder=$1
    shift
    run "$TANDEM" fuse -q --json --seed 11 --count 24 -s none -o "$folder" "$@" "$seeds"
    grep -E '"(bytes|formulas|no pair|not certified)"' out >"$folder.counts"
}

# units FOLDER: texts of some of its formulas
units() {
    for unit in 0 3 8 17 23; do
        "$TANDEM" fuse -r "$1" --unit "$unit"
    done >"$1.units" 2>errors
}

same() { # NAME FOLDER: its formulas are those of the first
    if cmp -s cold.counts "$2.counts" && cmp -s cold.units "$2.units" && [ -s cold.units ]; then
        pass "$1"
    else
        fail "$1" "$(diff cold.counts "$2.counts"; diff cold.units "$2.units" | head -5)"
    fi
}

export XDG_CACHE_HOME="$PWD/one"
campaign cold --jobs 1
units cold
if grep -q '^model ' cold/models.cache && grep -q '^; within 100000 units$' one/tandem/fuse/models.cache; then
    pass models_are_kept
else
    fail models_are_kept "$(head -3 cold/models.cache)"
fi

campaign warm --jobs 1
units warm
same a_warm_cache_changes_nothing warm

# Cold again, with several workers at a lower priority beside others that are busy.
export XDG_CACHE_HOME="$PWD/two"
busy=
for i in 1 2; do
    sh -c 'while :; do :; done' &
    busy="$busy $!"
done
run nice -n 4 "$TANDEM" fuse -q --json --seed 11 --count 24 -s none -o busy --jobs 3 "$seeds"
kill $busy
wait $busy 2>where
grep -E '"(bytes|formulas|no pair|not certified)"' out >busy.counts
units busy
same a_busy_machine_changes_nothing busy

# Each unit by itself, without a model that was found before.
cp cold.counts alone.counts
mv cold alone
for unit in 0 3 8 17 23; do
    rm -rf two alone/models.cache
    "$TANDEM" fuse -r alone --unit "$unit"
done >alone.units 2>errors
same a_unit_by_itself_is_the_same alone

# With less to search fewer models are found, whatever others found with more.
export XDG_CACHE_HOME="$PWD/three"
campaign little --jobs 1 --model-time 1ms
export XDG_CACHE_HOME="$PWD/one"
campaign borrowed --jobs 1 --model-time 1ms
if cmp -s little.counts borrowed.counts && grep -q 'none within 3000 units' borrowed/models.cache; then
    pass what_was_found_with_more_is_not_used
else
    fail what_was_found_with_more_is_not_used "$(diff little.counts borrowed.counts)"
fi

# A cache that is damaged costs time and nothing else.
printf 'tandem seed models 2\nmodel 12 99999\nnothing' >one/tandem/fuse/models.cache
campaign broken --jobs 2
units broken
same a_damaged_cache_changes_nothing broken
if [ "$(grep -c '^model 0000000000000012' one/tandem/fuse/models.cache)" = 0 ] && grep -q '^; within' one/tandem/fuse/models.cache; then
    pass a_damaged_cache_is_written_anew
else
    fail a_damaged_cache_is_written_anew "$(head -3 one/tandem/fuse/models.cache)"
fi
