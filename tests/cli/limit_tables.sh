# --limit and --help-limits: what the jobs list, what they refuse, and what they record.
. "$ROOT/tests/frame.sh"

box=$ROOT/examples/box.smt2

for job in solve; do
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

run "$TANDEM" solve --limit word-patience=7 "$box"
says near_miss 2 err "did you mean 'words-patience'?"
run "$TANDEM" solve --limit words-patience=0 "$box"
says out_of_range 2 err "from 1 to 1000000000, and 0 is outside"
run "$TANDEM" solve --limit words-patience=few "$box"
says no_number 2 err "not 'few'"
run "$TANDEM" solve --json --lib "$ROOT/examples/boxes.c" --limit words-patience=3 --limit words_patience=9 \
    --limit pool-rows=2 "$box"
says json_has_what_was_changed 0 out '"pool-rows": 2,'
says json_the_last_value_counts 0 out '"words-patience": 9'
run "$TANDEM" solve --json --lib "$ROOT/examples/boxes.c" "$box"
says json_without_changes 0 out '"limits": {}'
