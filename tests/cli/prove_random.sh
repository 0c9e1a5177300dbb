# Random loop programs: no verdict of `tandem prove` contradicts their enumerated states.
. "$ROOT/tests/frame.sh"
run python3 "$ROOT/bench/prove_random.py" "$BUILD" 16 7
says random_programs 0 out '^16 programs, 0 wrong$'
