# `tandem prove`: the labelled programs, the forms of the answer, and what cannot be proved.
. "$ROOT/tests/frame.sh"
programs=$ROOT/tests/prove

# Native runs that look for faults where there are none would take most of the time.
prove() { run "$TANDEM" prove --limit hunt-more=1000000 --limit hunt-last=1000000 "$@"; }

# The first line of each program says what its verdict is, and in which model of integers. Under sanitizers only some of them:
# regress/prove/programs has forty more.
number=0
for file in "$programs"/*.c; do
    number=$((number + 1))
    [ -z "$QUICK" ] || [ $((number % 8)) = 0 ] || continue
    wanted=$(sed -n '1s|^/\* \([a-z]*\).*\*/$|\1|p' "$file")
    model=$(sed -n '1s|^/\* [a-z]* \(machine\) \*/$|\1|p' "$file")
    prove --timeout 100 --int-model "${model:-math}" "$file"
    says "$(basename "$file" .c)" 0 out "^$wanted"
done

prove "$programs/counter.c"
says names_the_model 0 out 'mathematical integers'
says invariant_with_line 0 out '^  loop of line 5: '
prove --json "$programs/counter.c"
says json_proved 0 out '"verdict":"proved","int_model":"math","invariants":\[{"line":5,'
prove --json "$programs/off_by_one.c"
says json_violated 0 out '"verdict":"violated".*"assertion_line":7'
prove "$programs/off_by_one.c"
says run_is_shown 0 out 'loop of line 5: i = 11'
prove "$programs/empty_input.c"
says inputs_are_named 0 out '^  inputs: unknown() = -[0-9]* in line 4$'
prove --native off --json "$programs/mixed_signs.c"
says json_unknown 0 out '"verdict":"unknown".*"reason":".*signed'
prove "$programs/recursion.c"
says recursion_is_named 0 out "recursion: 'down' calls itself"

# Things that are not right. Wrong programs and given invariants are in tests/regress/prove.
prove missing.c
says missing_file 4 err 'missing.c'
prove
says no_file 2 err 'which FILE'

# The same answer every time.
"$TANDEM" prove "$programs/disjunction.c" >first
prove "$programs/disjunction.c"
is repeatable 0 "$(cat first)"

# The machine's integers: the same program in both models, and what is undefined.
prove "$programs/overflow.c"
says math_has_no_overflow 0 out '^unknown\|^proved'
prove --int-model machine "$programs/overflow.c"
says overflow_on_the_run 0 out 'signed overflow in line 7'
prove --int-model machine --json "$programs/struct_copy.c"
says json_machine 0 out '"verdict":"proved","int_model":"machine".*"undefined":{"verdict":"excluded"}'
prove --int-model machine --check '(long)p.x + p.y == 10 && p.x <= 10' "$programs/struct_copy.c"
says check_in_bits 0 out '^proved'
prove --check 'forall k: 0 <= k && k < i ==> a[k] == k' "$programs/array.c"
says check_for_all 0 out '^proved'
prove --check 'forall k: 0 <= k && k <= i ==> a[k] == k' "$programs/array.c"
says check_for_all_breaks 0 out 'does not hold when the loop of line 5 is reached first'
# Shears keep a determinant, also when the numbers wrap around.
cat >determinant.c <<'END'
int main(void)
{
    unsigned long a = 1, b = 0, c = 0, d = 1;
    while (unknown()) {
        unsigned long n = unknown();
        if (unknown()) {
            a += n * c;
            b += n * d;
        } else {
            c -= n * a;
            d -= n * b;
        }
        assert(a * d - b * c == 1);
    }
}
END
prove --int-model machine determinant.c
says products_by_arithmetic 0 out '^proved'
sed 's/d -= n \* b/d -= n * a/' determinant.c >sheared.c
prove --int-model machine sheared.c
says products_that_are_not_kept 0 out '^violated'

# A compiler may leave a loop that does nothing and never ends; the program does not.
cat >endless.c <<'END'
int main(void)
{
    signed char a[2] = {0, 1};
    int p = 0;
    unsigned char x = 3;
    while (a[1] == x || a[1] != 0) {
        a[0] = a[1] + a[0];
        a[1] = x - a[1];
        x = x % -2;
    }
    while (x <= 3)
        x = a[p];
    assert(a[1] > 6);
}
END
if [ -z "$QUICK" ]; then # it takes all of its time
    prove --int-model machine --timeout 2 endless.c
    if grep -q '^violated' out; then fail endless_is_not_left "$(cat out)"; else pass endless_is_not_left; fi
fi

# Undefined behaviour is looked for like a broken assertion.
prove "$programs/array_index.c"
says index_is_the_verdict 0 out '^violated: index outside of its array in line 6$'
prove --property unreach-call "$programs/array_index.c"
says index_is_a_condition 0 out \
    '^proved, for runs without undefined behaviour (index outside of its array in line 6 is not excluded)$'
prove --property unreach-call --json "$programs/array_index.c"
says index_is_a_condition_json 0 out \
    '"verdict":"proved if",.*"assumptions":\[{"no":"index outside of its array","line":6}\]'
cat >divide.c <<'TEXT'
int main(void)
{
    int x = unknown(), i = 0;
    while (i < 5)
        i++;
    int y = 10 / x;
    assert(x != 0);
}
TEXT
prove --json divide.c
says division_is_the_verdict 0 out '"verdict":"violated",.*"undefined":{"verdict":"found","what":"division by zero","line":6}'
sed 's/i = 0;/i = 0; assume(x > 1);/' divide.c >divide_well.c
prove divide_well.c
says division_is_excluded 0 out '^proved$'
says division_excluded_is_said 0 out 'undefined behaviour: no run has division by zero'
echo 'int main(void) { int x = unknown(), y = unknown(); y = x / y; }' >quotient.c
prove --int-model machine --check 1 quotient.c
says quotient_is_undefined 0 out '^violated: \(division by zero\|signed overflow of a quotient\) in line 1$'
echo 'int main(void) { int x = unknown(); x = x / -1; assert(1); }' >least.c
prove --int-model machine least.c
says least_by_minus_one 0 out '^violated: signed overflow of a quotient in line 1$'
prove least.c
says least_by_minus_one_in_math 0 out '^proved$'
echo 'int main(void) { int x = unknown(), n = unknown(); assume(n >= 0); x = 1 << n; assert(n < 32); }' >shift.c
prove shift.c
says shift_is_the_verdict 0 out '^violated: shift by too many places in line 1$'
# What is hard to exclude: no plain `proved`.
cat >hard.c <<'TEXT'
int main(void)
{
    int a[7], x = unknown(), y = unknown(), z = unknown(), i = 0;
    assume(x > 0 && y > 0 && z > 0 && x < 1000 && y < 1000 && z < 1000);
    i = x * x * x + y * y * y == z * z * z ? 7 : 0;
    a[i] = 0;
    assert(i < 7);
}
TEXT
if [ -z "$QUICK" ]; then # it takes all of its time
    prove --timeout 3 hard.c
    says hard_is_not_plain 0 out '^proved, for runs without undefined behaviour\|^unknown'
fi
echo 'int main(void) { int i = 0; while (i < 10) i++; assert(i >= 0); }' >plus.c
prove --int-model machine --check 'i <= 10 && i >= 0' plus.c
says check_excludes_overflow 0 out 'undefined behaviour: no run has signed overflow'
prove --int-model machine --property unreach-call "$programs/overflow.c"
says overflow_wraps_for_sv_comp 0 out '^violated$'

# Files about a proof, and what is told on the way.
prove --annotate annotated.c --witness witness.yml "$programs/struct_state.c"
says files_beside_the_answer 0 out '^proved'
run grep -n 'invariant: 5 \* a.deposits == a.balance' annotated.c
says annotated 0 out '^8:    /\* inv'
run cat witness.yml
says witness_value 0 out "value: '5 \* a.deposits == a.balance'"
says witness_hash 0 out "$(sha256sum "$programs/struct_state.c" | cut -c1-64)"
prove annotated.c
says annotated_is_the_program 0 out '^proved'
prove --annotate nowhere/annotated.c "$programs/counter.c"
says annotate_nowhere 4 err 'nowhere/annotated.c: cannot be written'
prove --explain "$programs/called.c"
says explain_counterexamples 0 err 'counterexample from the solver, a step to line [0-9]*: '
prove --learners clauses,octagons "$programs/counter.c"
says some_learners 0 out '^proved'

# Witnesses of proofs and of violations, by SMT and by native runs.
check_witness() { # NAME WHAT OPTIONS...
    name=$1 what=$2
    shift 2
    rm -f w.yml
    prove --timeout 60 --witness w.yml "$@"
    run python3 "$ROOT/tests/prove/witness.py" w.yml
    says "witness_$name" 0 out "^good $what of "
}
check_witness proof invariant_set "$programs/struct_state.c"
check_witness violation violation_sequence --int-model machine --property unreach-call "$programs/off_by_one.c"
echo 'int f(int n) { return n ? f(n - 1) : 0; } int main(void) { int n = unknown(); f(n & 3); assert(n != 77); }' >native.c
check_witness native violation_sequence native.c
run grep -c 'result == 77' w.yml
says witness_has_the_input 0 out '^1$'
echo '- entry_type: invariant_set' >w.yml
run python3 "$ROOT/tests/prove/witness.py" w.yml
says wrong_witness 1 out 'has no metadata'

# Other properties, other functions, exit codes, ACSL.
cat >entry.c <<'TEXT'
int twice(int x)
{
    return x + x;
}
int safe(unsigned char x)
{
    int a[256] = {0}, i = 0;
    while (i < x)
        i++;
    return a[i];
}
int bad(int k)
{
    int a[4] = {0};
    int r = 100 / k;
    return a[k & 7] + r;
}
TEXT
prove --exit-code --entry twice --property no-overflow --int-model machine entry.c
says entry_overflow 1 out '^violated: signed overflow in line 3$'
prove --exit-code --entry safe --property valid-deref --int-model machine entry.c
says entry_safe 0 out '^proved$'
prove --exit-code --entry bad --property valid-deref --int-model machine entry.c
says entry_deref 1 out '^violated: index outside of its array in line 16$'
prove --exit-code --entry bad --property no-overflow --int-model machine entry.c
says division_is_another_property 0 out '^proved$'
prove --entry nobody entry.c
says entry_is_not_there 3 err "there is no function 'nobody'"
echo 'int main(void) { assert(unknown() * unknown() != 7); }' >any.c
prove --exit-code --native off --learners octagons --int-model machine --property unreach-call any.c
says exit_code_of_any 1 out '^violated'
prove --annotate acsl.c --annotate-as acsl "$programs/counter.c"
run cat acsl.c
says acsl 0 out '^    /\*@ loop invariant i <= 10; \*/$'
if command -v frama-c >/dev/null; then
    run frama-c acsl.c
    says acsl_is_read 0 out 'Parsing acsl.c'
else
    echo "skip acsl_is_read: frama-c is not here"
fi
