# --limit and --help-limits: what the jobs list, what they refuse, and what they record.
# Once: it is a matter of tables; test_limits.c has the same code.
. "$ROOT/tests/frame.sh"

box=$ROOT/examples/box.smt2

for job in solve explore prove fuse reduce race; do
    run "$TANDEM" $job --help-limits
    says ${job}_lists 0 out '^  [a-z-]*=[0-9.]*  ([0-9.]* to [0-9.e+]*)$'
    run "$TANDEM" $job --limit no-such-limit=1 x
    says ${job}_refuses_names 2 err "there is no limit 'no-such-limit'"
    run "$TANDEM" $job --limit nonsense x
    says ${job}_refuses_words 2 err 'NAME=VALUE'
    run "$TANDEM" $job --help-limits
    sed -n 's/^  \([a-z-]*\)=.*/\1/p' out | sort >names
    uniq -d names >twice
    if [ -s twice ]; then fail ${job}_names "a name occurs twice: $(cat twice)"; else pass ${job}_names; fi
    # The manual page has them all, with dashes as troff wants them.
    run "$TANDEM" --man $job
    sed -n 's/\\-/-/g; s/^\([a-z-]*\)=[0-9.]*  (.*)$/\1/p' out | sort >manual
    if cmp -s names manual; then pass ${job}_manual; else fail ${job}_manual "other limits than the list"; fi
done

run "$TANDEM" solve --limit serch-patience=7 "$box"
says near_miss 2 err "did you mean 'search-patience'?"
run "$TANDEM" solve --limit search-patience=0 "$box"
says out_of_range 2 err "from 1 to 1000000000, and 0 is outside"
run "$TANDEM" solve --limit search-patience=few "$box"
says no_number 2 err "not 'few'"
run "$TANDEM" solve --json --lib "$ROOT/examples/boxes.c" --limit search-patience=3 --limit search_patience=9 \
    --limit pool-rows=2 "$box"
says json_has_what_was_changed 0 out '"pool-rows": 2,'
says json_the_last_value_counts 0 out '"search-patience": 9'
run "$TANDEM" solve --json --lib "$ROOT/examples/boxes.c" "$box"
says json_without_changes 0 out '"limits": {}'

# A folder of results keeps the limits: what is taken up again goes on with them, and says so when they
# are changed.
run "$TANDEM" explore --count 3 --for 20 --no-asan --sym-args 1 1 3 --limit variants=5 --json -q -o results \
    "$ROOT/examples/greet.c"
says explore_json 0 out '"limits":{"variants":5}'
if [ "$(cat results/limits)" = variants=5 ]; then pass explore_folder; else fail explore_folder "no limits"; fi
run "$TANDEM" explore --count 3 --for 20 --no-asan --sym-args 1 1 3 --json -o results "$ROOT/examples/greet.c"
says explore_resumes_with_them 0 out '"limits":{"variants":5}'
if grep -q 'other limits' err; then fail explore_says_nothing "but it did"; else pass explore_says_nothing; fi
run "$TANDEM" explore --count 3 --for 20 --no-asan --sym-args 1 1 3 --limit variants=7 --json -o results \
    "$ROOT/examples/greet.c"
says explore_resumes_with_others 0 out '"limits":{"variants":7}'
says explore_says_so 0 err "other limits than before: 'variants=7', and it was 'variants=5'"
echo 'gone=1' >results/limits
run "$TANDEM" explore --count 3 --for 20 --no-asan -o results "$ROOT/examples/greet.c"
says explore_store_of_another_version 3 err "there is no limit 'gone'"

# A campaign keeps its arguments.
run "$TANDEM" fuse --seed 0 --solver none --count 5 --limit unit-attempts=3 --json -o campaign "$ROOT/examples"
says fuse_json 0 out '"unit-attempts": 3'
run "$TANDEM" fuse --resume campaign --count 6 --json
says fuse_resumes_with_them 0 out '"unit-attempts": 3'
if grep -q 'other limits' err; then fail fuse_says_nothing "but it did"; else pass fuse_says_nothing; fi
run "$TANDEM" fuse --resume campaign --count 7 --limit unit-attempts=2 --limit changes=9 --json
says fuse_resumes_with_others 0 out '"unit-attempts": 2'
says fuse_says_so 0 err "other limits than before: 'unit-attempts=2 changes=9', and it was 'unit-attempts=3'"
run "$TANDEM" fuse --resume campaign --limit unit-attempts=0
says fuse_range 2 err 'from 1 to 1000000, and 0 is outside'

printf '#!/bin/sh\necho sat\n' >says_sat
chmod +x says_sat
run "$TANDEM" race --theory BV -t 1 -T ./says_sat -R ./says_sat --steps 2 --limit opening=5 --json -o race
says race_json 0 out '"opening": 5'
run "$TANDEM" race --resume race --steps 3 --json
says race_resumes_with_them 0 out '"opening": 5'
if grep -q 'other limits' err; then fail race_says_nothing "but it did"; else pass race_says_nothing; fi
run "$TANDEM" race --resume race --steps 4 --limit opening=6 --json
says race_says_so 0 err "other limits than before: 'opening=6', and it was 'opening=5'"

run "$TANDEM" prove --json --limit first-steps=1 --limit quiet-states=9 "$ROOT/examples/sum.c"
says prove_json 0 out '"limits":{"first-steps":1,"quiet-states":9},"verdict":"proved"'
# Given invariants, trials, real runs and grammars take limits as well.
run "$TANDEM" prove --json --limit trial-tuples=1 --limit trial-calls=0 --limit trial-first=0 --limit trial-repeated=0 \
    --limit conditions=0 --limit threshold-constants=0 --limit linear-columns=1 \
    --lib "$ROOT/tests/prove/open/gcd/code.c" --check 'a >= 1 && b >= 0 && gcdlib(a, b) == gcdlib(a0, b0)' \
    "$ROOT/tests/prove/open/gcd/program.c"
says prove_trial 0 out '"calls":1[,}]'
run "$TANDEM" prove --limit real-blocks=1 --opaque all "$ROOT/tests/prove/off_by_one.c"
says prove_opaque_all 0 out '^violated'
run "$TANDEM" prove --limit trial-tuples=0 "$ROOT/examples/sum.c"
says prove_range 2 err 'from 1 to 4096, and 0 is outside'
printf '#include <assert.h>\nint main(void)\n{\n    int a[4] = {1, 2, 3, 4};\n    assert(a[0] + a[3] == 5);\n    return 0;\n}\n' >table.c
run "$TANDEM" prove table.c
says prove_reads 0 out '^proved'
run "$TANDEM" prove --limit initial-elements=2 --limit object-expanded=0 --limit copied=1 table.c
says prove_reads_less 0 out '^unknown'
