# Random programs: no verdict of `tandem prove` contradicts their enumerated states, or the runs of
# programs with impure code and undefined behaviour.
. "$ROOT/tests/frame.sh"
programs=8 impure=2
[ -z "$QUICK" ] || programs=2 impure=1
for model in math machine arrays; do
    run python3 "$ROOT/bench/prove_random.py" "$BUILD" $programs 7 $model --timeout 2
    says random_programs_$model 0 out "^$programs programs in the model $model, 0 wrong\$"
done
run env PROVE_SECONDS=2 python3 "$ROOT/bench/prove_impure.py" "$BUILD" $impure 3
says impure_programs 0 out "^$impure programs of each kind (impure, stateful, undefined), 0 wrong\$"
