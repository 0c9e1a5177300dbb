# `tandem solve` is a solver like any other to `tandem fuse`: formulas of fixed seeds, with z3 as the
# witness, and no finding against us.
. "$ROOT/tests/frame.sh"

if ! command -v z3 >where; then
    echo 'skip self_test: z3 is not installed'
    exit 0
fi

# innocent NAME COUNT OPTION...: so many formulas, and nothing that accuses our solver. Findings against
# the witness are none of this test's business.
innocent() {
    name=$1 count=$2
    [ -z "${QUICK-}" ] || count=$((count / 8))
    shift 2
    run "$TANDEM" fuse -q -s "$TANDEM solve" -s z3 --timeout 5s --reduce-time 10s --count "$count" \
        -o "$name" "$@" "$ROOT/tests/seeds" "$ROOT/tests/fuse_seeds"
    accused=$(find "$name/findings" -name '*-tandem.smt2' 2>/dev/null)
    answered=$(sed -n 's/^ *tandem .*\(sat\|unsat\) [0-9].*/yes/p' out)
    if [ "$code" -gt 1 ]; then
        fail "$name" "exit code $code"
    elif [ -n "$accused" ]; then
        fail "$name" "$(cat $accused)"
    elif [ -z "$answered" ]; then
        fail "$name" 'no answer at all'
    else
        pass "$name"
    fi
}

innocent all_strategies 64 --seed 1
innocent fusion_alone 32 --seed 2 --strategy sat-fusion --strategy unsat-fusion --strategy mixed-sat \
    --strategy mixed-unsat
