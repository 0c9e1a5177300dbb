# `tandem prove` with opaque operations: a few of the programs of tests/prove/open with their
# mutants, other teachers, and operations that crash, hang, change their mind or are not there.
. "$ROOT/tests/frame.sh"
open=$ROOT/tests/prove/open

for name in lock fast_factorial; do
    run "$TANDEM" prove --timeout 100 --lib "$open/$name/code.c" "$open/$name/program.c"
    says "$name" 0 out '^almost correct'
    run "$TANDEM" prove --timeout 100 --lib "$open/$name/code.c" "$open/$name/mutant.c"
    says "${name}_mutant" 0 out '^violated'
done
run "$TANDEM" prove --lib "$open/incr_prime_n/code.c" "$open/incr_prime_n/program.c"
says for_any_function 0 out '^  for any isprime: '
run "$TANDEM" prove --json --lib "$open/lock/code.c" "$open/lock/program.c"
says json 0 out '"verdict":"almost correct".*"conditions":\[{"of":"the way to the loop of line'
run "$TANDEM" prove --lib "$open/gcd/code.c" --check 'a >= 1 && b >= 0 && gcdlib(a, b) == gcdlib(a0, b0)' \
    "$open/gcd/program.c"
says check_good 0 out '^almost correct'
run "$TANDEM" prove --lib "$open/gcd/code.c" --check 'a >= 1 && b >= 1' "$open/gcd/program.c"
says check_bad 0 out '^unknown: the invariant '

# Executions only, on a program without opaque operations: the same invariant every time.
run "$TANDEM" prove --opaque all "$ROOT/tests/prove/weighted_sum.c"
says opaque_all 0 out '^almost correct'
grep 'loop of line' out >first
run "$TANDEM" prove --opaque all "$ROOT/tests/prove/weighted_sum.c"
says repeatable 0 out "$(sed 's/[*]/[*]/g' first)"
run "$TANDEM" prove --opaque all "$ROOT/tests/prove/off_by_one.c"
says opaque_all_violated 0 out '^violated'

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
code() { printf '%s\n' "$1" >code.c && run "$TANDEM" prove --timeout 60 --lib code.c p.c; }
code 'int f(int x) { return 6 / (x == 5 ? 0 : 2); }'
says crash 0 out 'f(5): crashed'
code 'int f(int x) { while (x == 7) __asm__(""); return 3; }'
says hang 0 out 'did not return or ended the program, and count for nothing: 1'
code 'static int n; int f(int x) { return 3 + n++ % 2; }'
says no_function 0 out "^unknown: .*'f' answers differently on equal arguments"
sed 's/s == 3/i == 1/' p.c >q.c
run "$TANDEM" prove --arbitrary f q.c
says arbitrary 0 out '^proved'
code 'int g(int x) { return 3; }'
says no_code 0 out "there is no code to run for 'f'"
code 'int f(int x) { return 3 }'
says bad_code 3 err 'does not compile'
code 'int f(int x) { return 3; }'
says good_code 0 out '^almost correct'
cc -c -fPIC code.c -o code.o
run "$TANDEM" prove --lib code.o p.c
says object_file 0 out '^almost correct'
run "$TANDEM" prove --lib missing.c p.c
says missing_code 4 err 'missing.c: cannot be read'

# Without a loop; a function of the file; one that recurs.
printf 'int f(int);\nint main(void) { int x = f(__VERIFIER_nondet_uchar()); assert(x == 3); }\n' >straight.c
run "$TANDEM" prove --lib code.c straight.c
says no_loop 0 out 'with observed values of opaque operations: the assertion of line 2'
sed 's/== 3/== 4/' straight.c >straight_false.c
run "$TANDEM" prove --lib code.c straight_false.c
says no_loop_violated 0 out '^violated'
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
run "$TANDEM" prove recursive.c
says recursion 0 out "recursion: 'twice' calls itself ('--opaque twice' takes it as it is)"
run "$TANDEM" prove --opaque twice recursive.c
says recursion_opaque 0 out '^almost correct'
printf 'int f(int x) { assert(x > 0); return x; }\nint main(void) { assert(f(3)); }\n' >inside.c
run "$TANDEM" prove --opaque f inside.c
says assertion_inside 0 out "'f' has assertions"

# A grammar.
printf 'p ::= s == expr\nexpr ::= 3 * var | var\n' >g.txt
run "$TANDEM" prove --lib code.c --grammar g.txt p.c
says grammar 0 out '^almost correct'
echo 'p = q' >bad.txt
run "$TANDEM" prove --lib code.c --grammar bad.txt p.c
says grammar_bad 3 err "line 1 is no rule"
