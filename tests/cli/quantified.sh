# Random formulas with quantifiers over closed boxes: no answer and no core contradicts brute force.
. "$ROOT/tests/frame.sh"
count=25
[ -z "$QUICK" ] || count=8
run python3 "$ROOT/bench/quantified_random.py" "$BUILD" --count $count --seed 3 --limit 20
says random_quantifiers 0 out '^0 wrong$'
