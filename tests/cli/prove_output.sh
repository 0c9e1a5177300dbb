# What `tandem prove` says and writes for people: names of the source, folded runs, a C file that fails, a line on a
# terminal, witnesses of both versions.
. "$ROOT/tests/frame.sh"

# Two variables of one name are told apart by their lines, also in what is given.
cat >names.c <<'C'
int f(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += 2;
    for (int i = 0; i < n; i++)
        s -= 2;
    return s;
}
int main(void)
{
    int n = unknown();
    assume(n > 0);
    int s = f(n);
    assert(s == 0);
}
C
run "$TANDEM" prove --native off --annotate annotated.c --annotate-as acsl --witness w.yml names.c
says names 0 out '^  loop of line 6: .*s@3 + 2 \* i@6 == 2 \* n'
if grep -q '[a-z]\.\(addr\|i\)' out; then fail names_of_the_source "$(cat out)"; else pass names_of_the_source; fi
if grep -q '@[0-9]' annotated.c w.yml; then fail files_are_c "$(cat annotated.c)"; else pass files_are_c; fi
run "$TANDEM" prove --native off --check '4: i <= n@1 && s@3 == 2 * i && n == n@1 && n > 0' \
    --check '6: s@3 == 2 * n - 2 * i@6 && n == n@1 && i@6 <= n && n > 0' names.c
says names_are_read 0 out '^proved'
run "$TANDEM" prove --native off --explain "$ROOT/tests/prove/disjunction.c"
says explain_is_short 0 err '&& \.\.\. ([0-9]* conjuncts more)$'

# A file with the run in it fails; the program itself with other inputs would not.
replays() { # NAME PROGRAM OPTIONS...
    name=$1 program=$2
    shift 2
    rm -f replay.c replay
    run "$TANDEM" prove --timeout 30 --replay-c replay.c "$@" "$program"
    says "${name}_violated" 0 out '^violated'
    if ! cc -w -fsanitize=address,undefined -fno-sanitize-recover=all -o replay replay.c $libraries -lm 2>messages; then
        fail "$name" "$(cat messages)"
    elif ASAN_OPTIONS=detect_leaks=0 ./replay 2>messages; then
        fail "$name" "it does not fail"
    else
        pass "$name"
    fi
}
libraries=
cat >inputs.c <<'C'
int main(void)
{
    int n = unknown(), k = 0;
    while (k < 20) {
        if (__VERIFIER_nondet_int() == 7 * k)
            n++;
        k++;
    }
    assert(n != 123456);
}
C
replays inputs inputs.c
replays inputs_smt inputs.c --native off
printf '#include <assert.h>\nint twice(short x, unsigned char y) { assert(x + y != 300); return 0; }\n' >entry.c
replays entry entry.c --entry twice
printf 'extern void reach_error(void);\nvoid check(int c) { if (!c) reach_error(); }\nint main(void) { int x = unknown(); check(x > -4); return 10 / (x - 5); }\n' >division.c
replays division division.c
replays division_alone division.c --property unreach-call
printf 'void fill(char *p, int n) { for (int i = 0; i <= n; i++) p[i] = 1; }\nint main(void) { char a[8]; int n = unknown(); assume(n > 0 && n <= 8); fill(a, n); assert(a[0]); }\n' >overrun.c
replays overrun overrun.c
printf 'float half(float x) { return x / 2; }\n' >half.c
printf 'float half(float x);\nfloat __VERIFIER_nondet_float(void);\nint main(void) { float x = __VERIFIER_nondet_float(); assume(x > 1 && x < 8); assert(half(x) < 3.5f); }\n' >floats.c
libraries=half.c
replays floats floats.c --lib half.c
rm -f replay.c
run "$TANDEM" prove --replay-c replay.c "$ROOT/examples/sum.c"
if [ -e replay.c ]; then fail no_replay_of_a_proof "a file"; else pass no_replay_of_a_proof; fi
run "$TANDEM" prove --replay-c nowhere/replay.c inputs.c
says replay_nowhere 4 err 'nowhere/replay.c: cannot be written'

# Both versions of witnesses.
for version in 2.0 2.1; do
    run "$TANDEM" prove --witness w.yml --witness-version $version "$ROOT/examples/sum.c"
    run python3 "$ROOT/tests/prove/witness.py" w.yml
    says "witness_$version" 0 out '^good invariant_set'
    run grep -c "format_version: '$version'" w.yml
    says "witness_says_$version" 0 out '^1$'
    run "$TANDEM" prove --witness w.yml --witness-version $version inputs.c
    run python3 "$ROOT/tests/prove/witness.py" w.yml
    says "violation_witness_$version" 0 out '^good violation_sequence'
done

# A line on a terminal that goes away; none in a pipe.
run python3 "$ROOT/tests/on_pty.py" "$TANDEM" prove --native off names.c
says progress 0 out "$(printf '\rlearner: [a-z]*\033\\[K')"
cp out seen
run grep -c "$(printf '^\r\033\\[Kproved\|\r\033\\[Kproved')" seen
says progress_ends 0 out '^1$'
run "$TANDEM" prove --native off names.c
if [ -s err ]; then fail no_progress "$(cat err)"; else pass no_progress; fi

# What is not covered is told with its place, and with what would help.
cat >refused.c <<'C'
static int bits(float x)
{
    union { int i; float f; } u;
    u.f = x;
    return u.i;
}
int main(void)
{
    int n = unknown();
    assert(bits((float)n) != 17 || n != 3);
}
C
run "$TANDEM" prove --native off refused.c
says refused 0 out "^unknown: .*refused\.c:4:9: memory other than .* ('--opaque bits' takes that function as it is)"
run "$TANDEM" prove --native off --opaque bits refused.c
if grep -q 'refused.c:4' out; then fail help_helps "$(cat out)"; else pass help_helps; fi
