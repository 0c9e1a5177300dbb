# Every command of README.md and docs/ does what is shown there (tests/documents.py).
# Once: it runs what other tests run, with other inputs.
if ! command -v z3 >/dev/null || ! command -v cvc5 >/dev/null; then
    echo 'skip documents: z3 and cvc5 are needed'
    exit 0
fi
exec python3 "$ROOT/tests/documents.py" "$BUILD" "$SCRATCH"
