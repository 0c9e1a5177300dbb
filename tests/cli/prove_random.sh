# Random programs: no verdict of `tandem prove` contradicts their enumerated states, or the runs of
# programs with impure code and undefined behaviour.
. "$ROOT/tests/frame.sh"
for model in math machine; do
    run env PROVE_SECONDS=2 python3 "$ROOT/bench/prove_random.py" "$BUILD" 12 7 $model
    says random_programs_$model 0 out "^12 programs in the model $model, 0 wrong\$"
done
run env PROVE_SECONDS=2 python3 "$ROOT/bench/prove_impure.py" "$BUILD" 4 3
says impure_programs 0 out '^4 programs of each kind (impure, stateful, undefined), 0 wrong$'
