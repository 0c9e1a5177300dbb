# Limits of a solver that is kept (keep:): they hold for each formula, whatever it starts and whether it reads on or not; what
# went wrong with one formula is not counted against the next.
. "$ROOT/tests/frame.sh"

mkdir -p seeds/sat
# seed NAME TERM LINES: a formula, with so many more assertions
seed() {
    {
        printf '(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n(declare-const p Bool)\n(assert %s)\n' "$2"
        i=0
        while [ $i -lt "$3" ]; do
            i=$((i + 1))
            echo "(assert (or (> x $i) (< y $i)))"
        done
        echo '(check-sat)'
    } >"seeds/sat/$1.smt2"
}
seed 1-plain '(> x y)' 0
seed 2-div '(= (div x 3) y)' 5000
seed 3-plain '(> x 3)' 0
seed 4-mod '(= (mod x 7) y)' 0
seed 5-plain '(> x 4)' 0
seed 6-xor '(xor p (> x 2))' 0
seed 7-plain '(> x 5)' 0

run "$TANDEM" fuse --check-only -t 10s --memory 500M -s "keep:$ROOT/tests/faulty_solvers/deaf-pipe" seeds
for line in '1-plain.*: deaf-pipe sat' '2-div.*: deaf-pipe timeout' '3-plain.*: deaf-pipe sat' '4-mod.*: deaf-pipe memout' \
    '5-plain.*: deaf-pipe sat' '6-xor.*: deaf-pipe sat' '7-plain.*: deaf-pipe sat'; do
    says "kept_${line%%.*}" "$code" out "$line"
done

# CPU time of what it started counts as its own
rm -rf seeds/sat
mkdir seeds/sat
seed 1-abs '(> (abs x) y)' 0
seed 2-plain '(> x y)' 0
run "$TANDEM" fuse --check-only -v -t 1h --cpu 1s -s "keep:$ROOT/tests/faulty_solvers/deaf-pipe" seeds
says kept_cpu "$code" out 'over its CPU time'
says kept_after_cpu "$code" out '2-plain.*: deaf-pipe sat'
