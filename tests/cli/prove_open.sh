# `tandem prove` with opaque operations: a few of the programs of tests/prove/open with their
# mutants, other teachers, and operations that crash, hang, change their mind or are not there.
. "$ROOT/tests/frame.sh"
open=$ROOT/tests/prove/open

# Long runs that look for faults where there are none would take most of the time: those that look for one that is there have
# the usual limits.
prove() {
    run "$TANDEM" prove --limit hunt-first=1000000 --limit hunt-more=1000000 --limit hunt-last=1000000 --limit walk-far=1000000 \
        --limit walk-alone=1000000 --limit walk-last=1000000 "$@"
}

# With QUICK (under sanitizers) what takes the same ways as what stands before it is left out.
names=lock
[ -n "$QUICK" ] || names="lock fast_factorial"
for name in $names; do
    prove --timeout 100 --lib "$open/$name/code.c" "$open/$name/program.c"
    says "$name" 0 out '^almost correct'
    prove --timeout 100 --lib "$open/$name/code.c" "$open/$name/mutant.c"
    says "${name}_mutant" 0 out '^violated'
done
if [ -z "$QUICK" ]; then
    prove --lib "$open/incr_prime_n/code.c" "$open/incr_prime_n/program.c"
    says for_any_function 0 out '^  for any isprime: '
fi
if [ -z "$QUICK" ]; then
    prove --json --lib "$open/lock/code.c" "$open/lock/program.c"
    says json 0 out '"verdict":"almost correct".*"conditions":\[{"of":"the way to the loop of line'
fi
prove --lib "$open/gcd/code.c" --check 'a >= 1 && b >= 0 && gcdlib(a, b) == gcdlib(a0, b0)' \
    "$open/gcd/program.c"
says check_good 0 out '^almost correct'
prove --lib "$open/gcd/code.c" --check 'a >= 1 && b >= 1' "$open/gcd/program.c"
says check_bad 0 out '^unknown: the invariant '

# Executions only, on a program without opaque operations: the same invariant every time.
prove --opaque all "$ROOT/tests/prove/weighted_sum.c"
says opaque_all 0 out '^almost correct'
if [ -z "$QUICK" ]; then
    grep 'loop of line' out >first
    prove --opaque all "$ROOT/tests/prove/weighted_sum.c"
    says repeatable 0 out "$(sed 's/[*]/[*]/g' first)"
fi
prove --opaque all "$ROOT/tests/prove/off_by_one.c"
says opaque_all_violated 0 out '^violated'

# What an opaque function of the file shares with the program, or asserts, counts however deep it is.
{
    printf '#include <assert.h>\nstatic int g;\n'
    echo 'static int f7(int x) { DEEPEST; return x > 100 ? f7(x - 1) : x; }'
    for i in 6 5 4 3 2 1; do echo "static int f$i(int x) { return x > 100 ? f$i(x - 1) : f$((i + 1))(x); }"; done
    echo 'int f(int x) { return f1(x); }'
    echo 'int main(void) { int r = f(3); assert(g == 0 || r != r); return 0; }'
} >chain.c
sed 's/DEEPEST/g = 7/' chain.c >deep.c
prove --native off --opaque f deep.c
says shares_deep 0 out "^unknown: .*shares the variable 'g'"
sed 's/DEEPEST/assert(x < 3)/' chain.c >deep.c
prove --native off --opaque f deep.c
says asserts_deep 0 out "^unknown: .*'f' has assertions"

# A long run that there is no room for in reports is told with a part left out.
cat >long.c <<'TEXT'
#include <assert.h>
int main(void)
{
    int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, j = 9, k = 10, l = 11, i = 0;
    while (i < 99000) {
        i = i + 1;
        a = a + b;
        b = b + 1;
        c = c + d + e + f + g + h + j + k + l;
    }
    assert(i != 99000 || c == 3);
    return 0;
}
TEXT
prove --teacher fuzz --k 100000 long.c
says long_runs 0 out '\(steps\|iterations\) later'

# Nothing is almost correct that fails later on its only run.
far() { printf 'int next(int);\nint main(void)\n{\n    int i = 0;\n    while (i < %s)\n        i = %s;\n    assert(i != %s);\n}\n' "$1" "$2" "$1" >far.c; }
if [ -z "$QUICK" ]; then
    far 50000000 'i + 1'
    run "$TANDEM" prove --teacher fuzz --native off --timeout 200 far.c
    says far_fault 0 out '^violated'
    far 900000 'next(i)'
    echo 'int next(int x) { return x + 1; }' >next.c
    run "$TANDEM" prove --native off --timeout 200 --lib next.c far.c
    says far_opaque_fault 0 out '^violated\|^unknown: .*the only run ends in a fault behind 90'
    run "$TANDEM" prove --timeout 200 --lib next.c far.c
    says far_native_fault 0 out '^violated'
fi

# Remainders and statements about all elements are learned from executions, too.
cat >even.c <<'TEXT'
int f(int);
int main(void)
{
    int n = unknown(), i = 0, s = 0;
    assume(0 <= n && n <= 50);
    while (i < n) {
        s = s + 6 * f(i);
        i = i + 1;
    }
    assert(s % 6 == 0);
}
TEXT
echo 'int f(int x) { return x * x % 7; }' >code.c
prove --native off --timeout 60 --lib code.c even.c
says remainders 0 out '^proved'
says remainders_said 0 out 's % 6 == 0'
if [ -z "$QUICK" ]; then
    sed 's/assert.*/assert(s % 12 == 0);/' even.c >odd.c
    prove --native off --timeout 60 --lib code.c odd.c
    says remainders_violated 0 out '^violated'
fi
cat >fill.c <<'TEXT'
int f(int);
int main(void)
{
    int a[8], i = 0, k = unknown();
    while (i < 8) {
        a[i] = f(i);
        i = i + 1;
    }
    assume(0 <= k && k < 8);
    assert(a[k] == f(k));
}
TEXT
prove --native off --timeout 60 --teacher fuzz --lib code.c fill.c
says elements 0 out '^almost correct'
says elements_said 0 out 'forall'
if [ -z "$QUICK" ]; then
    sed 's/== f(k)/== f(k) + (k == 5)/' fill.c >unfilled.c
    prove --native off --timeout 60 --teacher fuzz --lib code.c unfilled.c
    says elements_violated 0 out '^violated'
fi

# A pointer that opaque code returns is null, or points into what it was given.
cat >find.c <<'TEXT'
char *find(char *text, int c);
int main(void)
{
    char text[4] = {'a', 'a', 'a', 'a'};
    int i = 0, c = unknown();
    assume('a' <= c && c <= 'd');
    while (i < 4) {
        text[i] = 'a' + i;
        i++;
    }
    char *p = find(text, c);
    assert(p && *p == c);
    *p = 'z';
    assert(text[c - 'a'] == 'z');
}
TEXT
cat >code.c <<'TEXT'
char *find(char *text, int c)
{
    for (int i = 0; i < 4; i++)
        if (text[i] == c)
            return text + i;
    return 0;
}
TEXT
prove --native off --timeout 60 --lib code.c find.c
says returned_pointer 0 out '^almost correct\|^proved'
if [ -z "$QUICK" ]; then
    sed 's/i < 4) {/i < 3) {/' find.c >finds.c
    prove --native off --timeout 60 --lib code.c finds.c
    says returned_null 0 out '^violated'
    prove --data-model ILP32 --native off --timeout 60 --lib code.c find.c
    says returned_narrow 0 out '^unknown: .*gives a pointer of 32 bits'
fi

cat >p.c <<'TEXT'
int f(int);
int main(void)
{
    int n = unknown(), i = 0, s = 0;
    assume(0 <= n && n <= 20);
    while (i < n) {
        s = s + f(i);
        i = i + 1;
    }
    assert(s == 3 * n);
}
TEXT
code() { printf '%s\n' "$1" >code.c && prove --timeout 60 --lib code.c p.c; }
code 'int f(int x) { return 6 / (x == 5 ? 0 : 2); }'
says crash 0 out 'f(5): crashed'
if [ -z "$QUICK" ]; then # box_faults.sh has calls that hang
    echo 'int f(int x) { while (x == 7) __asm__(""); return 3; }' >code.c
    prove --timeout 60 --call-timeout 0.05 --lib code.c p.c
    says hang 0 out 'did not return or ended the program, and count for nothing: 1'
fi
code 'static int n; int f(int x) { return 3 + n++ % 2; }'
says no_function_is_run 0 out '^violated'
sed 's/s == 3/i == 1/' p.c >q.c
prove --arbitrary f q.c
says arbitrary 0 out '^proved'
if [ -z "$QUICK" ]; then
    code 'int g(int x) { return 3; }'
    says no_code 0 out "there is no code to run for 'f'"
fi
code 'int f(int x) { return 3 }'
says bad_code 3 err 'does not compile'
if [ -z "$QUICK" ]; then
    code 'int f(int x) { return 3; }'
    says good_code 0 out '^almost correct'
    cc -c -fPIC code.c -o code.o
    prove --lib code.o p.c
    says object_file 0 out '^almost correct'
fi
prove --lib missing.c p.c
says missing_code 4 err 'missing.c: No such file'

# What depends on more than its arguments: it is seen, named, and run as it is.
cat >twice.c <<'TEXT'
int f(int), g(int), count(void);
void touch(int);
int main(void)
{
    int i = 0;
    while (i < 10) {
        CALLS;
        i++;
    }
    assert(i == 10);
}
TEXT
twice() { # STATEMENTS CODE
    sed "s/CALLS/$1/" twice.c >t.c
    printf '%s\n' "$2" >code.c
    prove --timeout 60 --lib code.c t.c
}
twice 'if (count() != count()) assert(0)' 'static int n; int count(void) { return n++; }'
says counter_is_run 0 out '^violated'
says counter_results 0 out 'count() = 0 in line 7, count() = 1 in line 7'
twice 'if (f(3) != f(3)) assert(0)' 'static int n; int f(int x) { return x + (++n > 800); }'
says late_change_is_named 0 out "^unknown: only if f() can return .*'f' answers differently on equal arguments: f("
if [ -z "$QUICK" ]; then
    twice 'assert(f(i) == f(i) || i < 10)' 'static int n; int f(int x) { return x + n++; }'
    says any_result_will_do 0 out '^proved$'
fi
twice 'int a = g(1); touch(1); assert(a == g(1) || i < 3)' \
    'static int n; void touch(int x) { n += x; } int g(int x) { return n + x; }'
says state_of_another 0 out '^violated'
twice 'assert(f(3) == f(3))' 'int f(int x) { return x * x % 7; }'
says assumption_in_the_first_line 0 out '^proved, if f() depends on its arguments only ([0-9]*,[0-9]* calls agree)$'
if [ -z "$QUICK" ]; then
    prove --json --lib code.c t.c
    says assumption_in_json 0 out '"verdict":"proved if",.*"assumptions":\[{"function":"f","assumed":"depends on its arguments only","calls":[0-9]*}\]'
fi
if [ -z "$QUICK" ]; then
    twice 'assert(f(3) * 0 == 0)' 'int f(int x) { return x * x % 7; }'
    says no_assumption_needed 0 out '^proved$'
    prove t.c
    says no_code_no_assumption 0 out '^proved$'
fi
if [ -z "$QUICK" ]; then # test_engine.c has questions that are ended
    sed 's/CALLS/while (g(3) == 0) if (g(3) != 0) assert(0)/' twice.c >t.c
    echo >code.c
    prove --limit question-guard=0.2 --lib code.c t.c
    says polled 0 out '^unknown: only if g() can return 0 and g() can return '
    twice 'if (count() != count()) assert(0)' ''
    says no_code_no_arguments 0 out '^unknown: only if count() can return'
fi
sed 's/^int main/int total;\nint main/; s/CALLS/total = 1; touch(1); assert(total == 1)/' twice.c >t.c
prove t.c
says may_change_variables 0 out '^proved, if touch() changes no variable of the program$'
sed 's/^int total/static int total/' t.c >u.c
prove u.c
says cannot_change_variables 0 out '^proved$'
printf 'int n;\nint f(int x) { return x + n++; }\nint main(void) { n = 0; f(1); assert(n == 0); }\n' >shares.c
prove --native off --opaque f shares.c
says shared_variable 0 out "^unknown: .*'f' shares the variable 'n' with the program"
printf 'int f(int x) { return 3; }\n' >code.c

# Without a loop; a function of the file; one that recurs.
printf 'int f(int);\nint main(void) { int x = f(__VERIFIER_nondet_uchar()); assert(x == 3); }\n' >straight.c
prove --lib code.c straight.c
says no_loop 0 out 'with observed values of opaque operations: the assertion of line 2'
if [ -z "$QUICK" ]; then
    sed 's/== 3/== 4/' straight.c >straight_false.c
    prove --lib code.c straight_false.c
    says no_loop_violated 0 out '^violated'
fi
cat >recursive.c <<'TEXT'
int twice(int n) { return n <= 0 ? 0 : n > 100 ? 200 : twice(n - 1) + 2; }
int main(void)
{
    int i = 0, s = 0;
    while (i < 9) {
        i = i + 1;
        s = s + 2;
    }
    assert(s == twice(i));
}
TEXT
prove recursive.c
says recursion 0 out "recursion: 'twice' calls itself ('--opaque twice' takes it as it is)"
prove --opaque twice recursive.c
says recursion_opaque 0 out '^almost correct'
printf 'int f(int x) { assert(x > 0); return x; }\nint main(void) { assert(f(3)); }\n' >inside.c
prove --opaque f inside.c
says assertion_inside 0 out "'f' has assertions"

# A grammar.
printf 'S ::= p | p && S\np ::= s == expr | var <= var | var >= 0\nexpr ::= 3 * var | var\n' >g.txt
if [ -z "$QUICK" ]; then # prove_grammar.sh
    prove --lib code.c --grammar g.txt p.c
    says grammar 0 out '^almost correct'
fi
echo 'p = q' >bad.txt
prove --lib code.c --grammar bad.txt p.c
says grammar_bad 3 err "line 1 is no rule"

[ -z "$QUICK" ] || exit 0 # test_prove_walk.c has the same code

# Far away: a loop that an input ends stays long enough, and the only run of a program is looked at to its end.
echo 'int step(int x) { return x < 0 ? 0 : x > 5000 ? 5000 : x + 1; }' >step.c
echo 'int step(int); int main(void) { int x = 0; while (unknown()) x = step(x); assert(x < 30); }' >stays.c
prove --lib step.c stays.c
says loop_stays 0 out '^violated'
cat >far.c <<'TEXT'
int step(int);
int main(void)
{
    int x = 0, i = 0;
    while (i < 200000) {
        x = step(x);
        i++;
    }
    assert(i != 200000);
}
TEXT
run "$TANDEM" prove --lib step.c far.c
says far_fault_is_not_almost_correct 0 out '^violated\|^unknown: .*fault behind 20000[0-9] steps'
run "$TANDEM" prove --opaque all far.c --lib step.c
says far_fault_by_executions 0 out '^violated\|^unknown'
sed 's/x = step(x)/x = x + 1/' far.c >far_alone.c
run "$TANDEM" prove --opaque all far_alone.c
says far_fault_alone 0 out '^violated'
prove --opaque all --explain "$ROOT/tests/prove/weighted_sum.c"
says explain_executions 0 err '^executions: .* counterexamples: a candidate that stands'
says depth_is_said 0 out 'no fault in runs of up to [0-9]* steps'
run "$TANDEM" prove --opaque all --int-model machine far.c
says executions_are_of_integers 2 err 'need --int-model math'

# Results of real code are numbers of their types: a run in which a sum has left them is none.
cat >product.c <<'TEXT'
int prod(int, int);
int main(void)
{
    int n = unknown(), c = unknown(), s = 0, i = 0;
    assume(n >= 0);
    while (i < n) {
        s = s + c;
        i++;
    }
    assert(s == prod(n, c));
}
TEXT
echo 'int prod(int x, int y) { return (int)((unsigned)x * (unsigned)y); }' >prod.c
prove --timeout 20 --lib prod.c product.c
says wrapped_result_is_no_violation 0 out '^almost correct\|^proved\|^unknown'

# Code that is given memory: what it sees are its arguments, what it writes are results.
cat >memory.c <<'TEXT'
int total(const int *a, int n) { int s = 0; while (n > 0) s += a[--n]; return s; }
void split(int x, int *high, int *low) { *high = x / 10; *low = x % 10; }
int liar(const int *a) { *(int *)a = 7; return 0; }
TEXT
cat >total.c <<'TEXT'
extern int total(const int *a, int n);
int main(void)
{
    int a[2] = {0, 0}, s = 0, i = 0;
    while (unknown()) {
        int v = unknown();
        assume(v >= 0 && v < 10);
        s = s - a[i] + v;
        a[i] = v;
        i = !i;
    }
    assert(s == total(a, 2));
}
TEXT
prove --native off --timeout 60 --lib memory.c total.c
says buffer_is_an_argument 0 out '^almost correct\|^proved'
says buffer_in_the_invariant 0 out 's == total(2, a\[0\], a\[1\])'
cat >split.c <<'TEXT'
extern void split(int x, int *high, int *low);
int main(void)
{
    int h = 0, l = 0, i = 0;
    while (i < 100) {
        split(i, &h, &l);
        assert(h < LIMIT && l < 10);
        i++;
    }
}
TEXT
(echo '#define LIMIT 7'; cat split.c) >low.c
prove --native off --timeout 60 --lib memory.c low.c
says results_through_pointers 0 out '^violated'
(echo '#define LIMIT 10'; cat split.c) >high.c
prove --native off --timeout 60 --lib memory.c high.c
says results_through_pointers_hold 0 out '^almost correct\|^proved'
echo 'extern int liar(const int *a); int main(void) { int a = 0, i = 0; while (i < 5) { liar(&a); i++; } assert(!a); }' >liar.c
prove --timeout 20 --lib memory.c liar.c
says const_that_is_written_to_is_no_proof 0 out '^violated\|^unknown'
echo 'extern int remove(const char *p); int main(void) { char p[2] = "x"; int i = 0; while (i < 5) i += remove(p) + 1; assert(i >= 0); }' >named.c
prove --native off --timeout 10 named.c
says libc_with_memory_is_named 0 out "there is no code to run for 'remove'\|^proved"
