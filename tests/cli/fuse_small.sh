# The strategy small: formulas by number, none twice, and how far it has come.
. "$ROOT/tests/frame.sh"

mkdir seeds
printf '(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= x #x03))(set-info :status sat)(check-sat)\n' >seeds/sat.smt2
run "$TANDEM" fuse -q -s none --strategy small --count 200 -o first seeds
says how_far 0 out '^small:    numbers 0 to 199 of [0-9]*; go on with --from 200$'
run "$TANDEM" fuse -q -s none --strategy small --count 100 --from 200 -o second seeds
says and_further 0 out '^small:    numbers 200 to 299 of [0-9]*; go on with --from 300$'
run "$TANDEM" fuse --resume first --unit 7
cp out seventh
run "$TANDEM" fuse --resume second --unit 7
cmp -s out seventh && fail other_numbers_are_other_formulas 'the same' || pass other_numbers_are_other_formulas
if command -v z3 >where; then
    run "$TANDEM" fuse -q -s "$ROOT/tests/faulty_solvers/unknown" -s z3 --strategy small --from 2160 --count 200 --bugs 1 \
        --no-reduce -o wrong seeds
    says an_operator_is_met 1 out '^findings: 1 different: 1 unknown on easy;'
else
    echo 'skip an_operator_is_met: z3 is not there'
fi
