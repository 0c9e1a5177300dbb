# What other tools' users bring: KLEE's header and .ktest files, SV-COMP's functions, Test-Comp's suites,
# libFuzzer's names of options.
. "$ROOT/tests/frame.sh"
cc=$BUILD/tandem-cc

cat >verifier.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    _Bool b = __VERIFIER_nondet_bool();
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x > 10);
    if (b && x * 3 == 3003 && c == (unsigned char)(x + 7)) {
        double d = __VERIFIER_nondet_double();
        if (d > 2.5 && d < 2.75 && __VERIFIER_nondet_short() == -7)
            reach_error();
    }
    return 0;
}
END
run "$TANDEM" explore -max_total_time=20 --criterion error-call --test-suite suite -q -o v.d verifier.c
ends error-call 0
if [ "$(ls suite)" = "metadata.xml
test-000000.xml" ]; then pass suite; else fail suite "$(ls suite)"; fi
for value in 1001 1 240 -7; do
    if grep -q "<input>$value</input>" suite/test-000000.xml; then
        pass "input$value"
    else
        fail "input$value" "$(cat suite/test-000000.xml)"
    fi
done
if grep -q "<programhash>$(sha256sum verifier.c | cut -d' ' -f1)<" suite/metadata.xml; then
    pass hash
else
    fail hash "$(cat suite/metadata.xml)"
fi
run sh v.d/findings/0000/reproduce.sh
ends reproduces-objects 134
run "$TANDEM" explore -max_total_time=4 -runs=100000 -seed=4 --test-suite all -q -o w.d verifier.c
ends branches 0
if [ "$(ls all | grep -c test-)" -ge 2 ] && grep -q DECISIONEDGE all/metadata.xml; then
    pass branch-suite
else
    fail branch-suite "$(ls all)"
fi

# A crash that comes first is none of what error-call looks for.
cat >crash.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        *(volatile int *)8 = 1;
    if (x == 123456789)
        reach_error();
    return 0;
}
END
run "$TANDEM" explore -max_total_time=20 --criterion error-call --test-suite errors -q -o x.d crash.c
ends passes-crashes-by 0
if grep -q "<input>123456789</input>" errors/test-000000.xml && [ ! -e errors/test-000001.xml ]; then
    pass only-errors
else
    fail only-errors "$(cat errors/test-*.xml)"
fi

cat >klee.c <<'END'
#include <klee/klee.h>
#include <stdio.h>
int main(void)
{
    int a;
    klee_make_symbolic(&a, sizeof a, "a");
    unsigned char buffer[3];
    klee_make_symbolic(buffer, sizeof buffer, "buffer");
    if (a == 77 && buffer[1] == 'k')
        puts("both");
    return klee_range(2, 9, "third") == 5;
}
END
run "$cc" -g -o klee klee.c
ends header 0
run "$TANDEM" explore --for 5 -q -o klee.d ./klee
ends klee 0
found=0
for test in klee.d/ktest/*.ktest; do
    KTEST_FILE=$test ./klee | grep -q both && found=1
done
if [ $found = 1 ]; then pass ktest-replays; else fail ktest-replays "none of them prints"; fi
# Whatever mutation found before: what the solver answered once is asked again where it brought nothing.
for seed in 1 2 3; do
    [ -z "$QUICK" ] || break
    run "$TANDEM" explore --for 4 --seed $seed -q -o klee.$seed.d ./klee
    says klee-both-$seed 0 out ' 6  edges reached$'
done
