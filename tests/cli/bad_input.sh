# Bad input: a clear error with its place, the documented exit code, and no crash.
. "$ROOT/tests/frame.sh"

# bad NAME PATTERN TEXT: TEXT as a file gives an error like PATTERN and exit code 3.
bad() {
    printf '%s' "$3" >bad.smt2
    run "$TANDEM" solve bad.smt2
    says "$1" 3 out "^(error \"bad.smt2:$2"
}

bad unknown_symbol '2:12: .*nowhere' '(declare-const x Int)
(assert (> nowhere x))'
bad wrong_sort '1:[0-9]*: ' '(declare-const x Int)(assert (bvadd x x))'
bad assertion_not_bool '1:[0-9]*: ' '(assert 5)'
bad wrong_arity '1:[0-9]*: ' '(declare-fun f (Int Int) Int)(assert (= (f 1) 2))'
bad unterminated_string '1:[0-9]*: ' '(echo "no end'
bad unterminated_symbol '1:[0-9]*: ' '(declare-const |no end Int)'
bad unterminated_command '[0-9]*:[0-9]*: ' '(assert (and true'
bad too_many_parentheses '1:[0-9]*: ' '(check-sat))'
bad unknown_command '1:[0-9]*: ' '(frobnicate 1)'
bad declared_twice '1:[0-9]*: ' '(declare-const x Int)(declare-const x Int)'
bad huge_width '1:[0-9]*: ' '(declare-const x (_ BitVec 1099511627776))'
bad zero_width '1:[0-9]*: ' '(declare-const x (_ BitVec 0))'
bad extract_out_of_range '1:[0-9]*: ' \
    '(declare-const x (_ BitVec 8))(assert (= ((_ extract 8 0) x) x))'
bad pop_too_much '1:[0-9]*: ' '(push 1)(pop 2)'
bad no_logic_name '1:[0-9]*: ' '(set-logic)'
bad garbage_between '1:1: ' 'hello (check-sat)'

head -c 100000 /dev/urandom >garbage.smt2 2>/dev/null
run "$TANDEM" solve garbage.smt2
says binary_garbage 3 out '^(error "garbage.smt2:'
python3 -c 'import sys; sys.stdout.buffer.write(bytes(range(256)) * 64)' >bytes.smt2
run "$TANDEM" solve bytes.smt2
says every_byte 3 out '^(error "bytes.smt2:'

: >empty.smt2
run "$TANDEM" solve empty.smt2
is empty_file 0 ''
printf '; only a comment' >comment.smt2
run "$TANDEM" solve comment.smt2
is comment_only 0 ''

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

run "$TANDEM" solve --tiemout 3 empty.smt2
says wrong_option 2 err 'did you mean --timeout'
run "$TANDEM" solve --timeout soon empty.smt2
says wrong_value 2 err "not 'soon'"
run "$TANDEM" solve
says no_file 2 err 'which FILE'
run "$TANDEM" solve a b
says two_files 2 err 'one FILE'
