# Candidates for other fuzzers: the program that asks whether a step leads out, and libFuzzer on it.
. "$ROOT/tests/frame.sh"

cat >p.c <<'C'
int f(int);
int main(void)
{
    int i = 0;
    while (unknown() && i < 20)
        i = i + 1;
    assert(f(i) == 3);
}
C
echo 'int f(int x) { return 3; }' >code.c
# So few states that our own executions see nothing.
prove() {
    run "$TANDEM" prove --native off --teacher fuzz --timeout 60 --limit final-states=1 --limit choice-states=1 \
        --limit run-count=1 --limit outside-executions=200000 --lib code.c "$@" p.c
}
prove --emit-c 'step%.c' --check 'i >= 0 && i != 15'
says our_own_see_nothing 0 out '^almost correct'
run ls step0.c step1.c step2.c
says a_program_a_step 0 out 'step2.c'
if cc -w -DREPLAY -o replay step2.c code.c -lm 2>messages; then pass it_compiles; else fail it_compiles "$(cat messages)"; fi
# 14, and a true input: the step leads to 15.
if printf '\016\000\000\000\000\000\000\000\001\000\000\000\000\000\000\000' | ./replay >/dev/null 2>&1 &&
    printf '\001\000\000\000\000\000\000\000\016\000\000\000\000\000\000\000' | ./replay >/dev/null 2>&1; then
    fail it_asks "neither order of the inputs is a counterexample"
else
    pass it_asks
fi
if command -v clang-19 >/dev/null; then
    prove --fuzzer libfuzzer --explain --check 'i >= 0 && i != 15'
    says libfuzzer_refutes 0 out '^unknown: it is refuted'
    says libfuzzer_is_told 0 err '^the other fuzzer on the step to line 0: a counterexample'
    prove --fuzzer libfuzzer --check 'i >= 0'
    says libfuzzer_leaves_what_stands 0 out '^almost correct'
else
    echo "skip libfuzzer: no clang-19"
fi
run "$TANDEM" prove --int-model machine --emit-c step.c --lib code.c p.c
says machine 2 err 'need --int-model math'
prove --emit-c nowhere/step.c --check 'i >= 0'
says nowhere 4 err 'nowhere/step.c: cannot be written'
