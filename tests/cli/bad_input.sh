# Bad input that has to be made: garbage, great depth, files that cannot be read. Wrong scripts are in
# tests/regress/solve/input.
. "$ROOT/tests/frame.sh"

head -c 100000 /dev/urandom >garbage.smt2 2>/dev/null
run "$TANDEM" solve garbage.smt2
says binary_garbage 3 out '^(error "garbage.smt2:'
python3 -c 'import sys; sys.stdout.buffer.write(bytes(range(256)) * 64)' >bytes.smt2
run "$TANDEM" solve bytes.smt2
says every_byte 3 out '^(error "bytes.smt2:'

: >empty.smt2
run "$TANDEM" solve empty.smt2
is empty_file 0 ''
python3 -c 'print("(" * 10000000)' >deep.smt2
run "$TANDEM" solve deep.smt2
says open_parentheses 3 out '^(error "deep.smt2:'
python3 -c 'print("(assert " + "(not " * 1000000 + "true" + ")" * 1000001 + "(check-sat)")' >nots.smt2
run "$TANDEM" solve --timeout 60 nots.smt2
says deep_term 0 out '^\(sat\|unknown\)$'
python3 -c 'print("(assert " + "(and true " * 5000000 + "fals" + ")" * 5000001)' >ands.smt2
run "$TANDEM" solve ands.smt2
says deep_error 3 out '^(error "ands.smt2:1:'

run "$TANDEM" solve no-such-file.smt2
says missing_file 4 err 'no-such-file.smt2: No such file'
run "$TANDEM" solve .
says directory 4 err 'is a directory'
: >locked.smt2 && chmod 000 locked.smt2
as=
[ "$(id -u)" = 0 ] && as='setpriv --reuid=65534 --clear-groups' && chmod 755 .
if $as "$TANDEM" --version >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    run $as "$TANDEM" solve locked.smt2
    says unreadable_file 4 err 'locked.smt2: Permission denied'
else
    echo "skip unreadable_file: root reads everything, and no other user can run the program"
fi

run "$TANDEM" solve
says no_file 2 err 'which FILE'
