# The closed-box suite: every query is read, labelled and explained, and its boxes have definitions.
. "$ROOT/tests/frame.sh"

suite=$ROOT/bench/closed-box
run "$TANDEM" fmt "$suite"/*/*.smt2
[ $code = 0 ] && pass suite_is_read || fail suite_is_read "exit code $code"
missing=
for f in "$suite"/*/*.smt2; do
    head -n 1 "$f" | grep -Eq '^; (easy|medium|hard): ' || missing="$missing $f"
    grep -Eq '^\(set-info :status (sat|unsat|unknown)\)$' "$f" || missing="$missing $f"
done
[ -z "$missing" ] && pass suite_is_labelled || fail suite_is_labelled "$missing"
n=$(ls "$suite"/*/*.smt2 | wc -l)
grep -q "^$n queries" "$suite/README.md" && pass suite_is_counted || fail suite_is_counted "$n queries"
# a few easy ones of every family, with all answers right
run "$TANDEM" bench --allow-code -q -t 60 "$suite/bv/gcd4_above_argument.smt2" "$suite/bv/mul32_window.smt2" \
    "$suite/synth/alu_program.smt2" "$suite/ints/prime_goldbach.smt2" "$suite/floats/lerp_quarter.smt2" \
    "$suite/paths/alpha_and_digit.smt2" "$suite/faults/crash_congruence.smt2"
says suite_sample 0 out '^tandem  *7  *7  *4  *3  *0  *0  *0 '
