# Calls that are refused: a sample of what bench/faults.sh tries.
if nm -D "$TANDEM" 2>/dev/null | grep -q __asan_init; then
    echo "skip faults: AddressSanitizer has its own allocator"
    exit 0
fi
[ "$(uname -m)" = x86_64 ] || {
    echo "skip faults: only for x86-64"
    exit 0
}
python3 "$ROOT/tests/faults/faults.py" "$BUILD" --jobs 1 --numbers 2,25 || exit 1
# big numbers are of another library
python3 "$ROOT/tests/faults/faults.py" "$BUILD" --jobs 1 --numbers 72 --only reduce || exit 1
# a solver that cannot be started says nothing of a formula
python3 "$ROOT/tests/faults/faults.py" "$BUILD" --jobs 1 --numbers 22 --only fuse || exit 1
