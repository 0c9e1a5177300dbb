# `tandem prove`: the labelled programs, the forms of the answer, and what cannot be proved.
. "$ROOT/tests/frame.sh"
programs=$ROOT/tests/prove

# The first line of each program says what its verdict is, and in which model of integers.
for file in "$programs"/*.c; do
    wanted=$(sed -n '1s|^/\* \([a-z]*\).*\*/$|\1|p' "$file")
    model=$(sed -n '1s|^/\* [a-z]* \(machine\) \*/$|\1|p' "$file")
    run "$TANDEM" prove --timeout 100 --int-model "${model:-math}" "$file"
    says "$(basename "$file" .c)" 0 out "^$wanted"
done

run "$TANDEM" prove "$programs/counter.c"
says names_the_model 0 out 'mathematical integers'
says invariant_with_line 0 out '^  loop of line 5: '
run "$TANDEM" prove --json "$programs/counter.c"
says json_proved 0 out '"verdict":"proved","int_model":"math","invariants":\[{"line":5,'
run "$TANDEM" prove --json "$programs/off_by_one.c"
says json_violated 0 out '"verdict":"violated".*"assertion_line":7'
run "$TANDEM" prove "$programs/off_by_one.c"
says run_is_shown 0 out 'loop of line 5: i = 11'
run "$TANDEM" prove "$programs/empty_input.c"
says inputs_are_named 0 out '^  inputs: unknown() = -[0-9]* in line 4$'
run "$TANDEM" prove --json "$programs/mixed_signs.c"
says json_unknown 0 out '"verdict":"unknown".*"reason":".*signed'
run "$TANDEM" prove "$programs/recursion.c"
says recursion_is_named 0 out "recursion: 'down' calls itself"

# Things that are not right. Wrong programs and given invariants are in tests/regress/prove.
run "$TANDEM" prove missing.c
says missing_file 4 err 'missing.c'
run "$TANDEM" prove
says no_file 2 err 'which FILE'

# The same answer every time.
"$TANDEM" prove "$programs/disjunction.c" >first
run "$TANDEM" prove "$programs/disjunction.c"
is repeatable 0 "$(cat first)"

# The machine's integers: the same program in both models, and what is undefined.
run "$TANDEM" prove "$programs/overflow.c"
says math_has_no_overflow 0 out '^unknown\|^proved'
run "$TANDEM" prove --int-model machine "$programs/overflow.c"
says overflow_on_the_run 0 out 'signed overflow in line 7'
run "$TANDEM" prove --int-model machine --json "$programs/struct_copy.c"
says json_machine 0 out '"verdict":"proved","int_model":"machine".*"undefined":{"verdict":"excluded"}'
run "$TANDEM" prove --int-model machine --check '(long)p.x + p.y == 10 && p.x <= 10' "$programs/struct_copy.c"
says check_in_bits 0 out '^proved'
run "$TANDEM" prove --check 'forall k: 0 <= k && k < i ==> a[k] == k' "$programs/array.c"
says check_for_all 0 out '^proved'
run "$TANDEM" prove --check 'forall k: 0 <= k && k <= i ==> a[k] == k' "$programs/array.c"
says check_for_all_breaks 0 out 'does not hold when the loop of line 5 is reached first'

# Files about a proof, and what is told on the way.
run "$TANDEM" prove --annotate annotated.c --witness witness.yml "$programs/struct_state.c"
says files_beside_the_answer 0 out '^proved'
run grep -n 'invariant: 5 \* a.deposits == a.balance' annotated.c
says annotated 0 out '^8:    /\* inv'
run cat witness.yml
says witness_value 0 out "value: '5 \* a.deposits == a.balance'"
says witness_hash 0 out "$(sha256sum "$programs/struct_state.c" | cut -c1-64)"
run "$TANDEM" prove annotated.c
says annotated_is_the_program 0 out '^proved'
run "$TANDEM" prove --annotate nowhere/annotated.c "$programs/counter.c"
says annotate_nowhere 4 err 'nowhere/annotated.c: cannot be written'
run "$TANDEM" prove --explain "$programs/counter.c"
says explain_counterexamples 0 err 'counterexample from the solver, a step to line 5: i = 0'
run "$TANDEM" prove --learners clauses,octagons "$programs/counter.c"
says some_learners 0 out '^proved'
