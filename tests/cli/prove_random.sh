# Random loop programs: no verdict of `tandem prove` contradicts their enumerated states.
. "$ROOT/tests/frame.sh"
for model in math machine; do
    run env PROVE_SECONDS=2 python3 "$ROOT/bench/prove_random.py" "$BUILD" 12 7 $model
    says random_programs_$model 0 out "^12 programs in the model $model, 0 wrong\$"
done
