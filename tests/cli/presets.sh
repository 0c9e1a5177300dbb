# Presets of published systems: every one is read by its command, with limits that exist, and does its work.
. "$ROOT/tests/frame.sh"

cat >twice.c <<'END_C'
unsigned char twice(unsigned char x) { return 2 * x; }
END_C
cat >box.smt2 <<'END_SMT'
(declare-cb twice ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (twice x) #x54))
(check-sat)
END_SMT
for name in sadhak delphi; do
    run "$TANDEM" solve --preset $name --timeout 20 --lib twice.c box.smt2
    is "solve, $name" 0 sat
done
# What follows a preset wins.
run "$TANDEM" solve --preset delphi --mode fuzz --explain --timeout 20 --lib twice.c box.smt2
says "the mode behind it" 0 err '^; fuzz:'

cat >loop.c <<'END_C'
extern int step(int);
extern void assert(int);
int main(void)
{
    int x = 0, i = 0;
    while (i < 10) {
        x = step(x);
        i++;
    }
    assert(x == 20);
}
END_C
echo 'int step(int x) { return x + 2; }' >step.c
run "$TANDEM" prove --preset achar --timeout 30 --lib step.c loop.c
says "prove, achar" 0 out '^\(proved\|almost correct\)'

count=40
[ -z "${QUICK-}" ] || count=8
for name in yinyang concatfuzz; do
    run "$TANDEM" fuse -q --preset $name --count $count --seed 1 -s "z3 -in" -o "fuse-$name" "$ROOT/tests/seeds"
    says "fuse, $name" 0 out "$count formulas"
done
# One triplet, and no constraints but what the fused constants are: counted in the formulas.
run "$TANDEM" fuse --resume fuse-yinyang --unit 3
if [ "$(grep -c '^; fused by' out)" -le 1 ]; then pass "one triplet"; else fail "one triplet" "several"; fi

if [ -z "${QUICK-}" ]; then
    run "$TANDEM" race -q --preset banditfuzz -T z3 -R z3 --theory BV -t 0.2 -n 4 -o race
    ends "race, banditfuzz" 0
    for name in ifse klee-like; do
        run "$TANDEM" explore -q --json --preset $name --sym-args 1 1 4 --for 8s --count 3 -o "explore-$name" \
            "$ROOT/examples/greet.c"
        says "explore, $name" 0 out '"mutants":0'
    done
fi

run "$TANDEM" race --preset banditfuz
says "a name that is none" 2 err 'there is no preset banditfuz; did you mean banditfuzz?'
for command in solve explore prove fuse race; do
    run "$TANDEM" $command --help
    says "$command --help lists them" 0 out '^Presets:'
done
