# What formulas without boxes imply of their constants: no answer contradicts values known by construction.
# Once: answers do not depend on the build
. "$ROOT/tests/frame.sh"
run python3 "$ROOT/bench/implied_random.py" "$BUILD" --count 30 --seed 5 --limit 30
says random_implied 0 out '^0 wrong'
