# The driver of golden inputs itself: what it has to find wrong, what it refuses, what --update writes.
# Once: it looks at scripts only.
. "$ROOT/tests/frame.sh"

# The cases of this test are about a program that is cheap to run and easy to understand.
mkdir -p build
cat >build/tandem <<'END'
#!/bin/sh
# prints what follows '; SAYS ' in the file or on its standard input; options decide how it ends
code=0 file=
for word; do
    case $word in
    --exit=*) code=${word#*=} ;;
    --err=*) echo "${word#*=}" >&2 ;;
    --sleep) sleep 100 ;;
    --place) grep -n '^here' "$file" | sed 's/:.*//' ;;
    --beside) cat with/part ;;
    -) file=/dev/stdin ;;
    *) file=$word ;;
    esac
done
[ "$file" = --place ] || sed -n 's/^; SAYS //p' "$file"
exit "$code"
END
chmod +x build/tandem

# drive NAME TEXT [OPTION...]: the only case is TEXT.
drive() {
    rm -rf cases
    mkdir -p cases/regress/room/with
    echo 'a part' >cases/regress/room/with/part
    printf '%s\n' "$2" >"cases/regress/room/$1.smt2"
    name=$1
    shift 2
    run "$ROOT/tests/regress.py" build --cases cases/regress "$@"
}
good() { drive "$@" && is "$name" 0 "ok regress/room/$name"; }
# bad NAME TEXT PATTERN
bad() { drive "$1" "$2" && says "$1" 1 out "^not ok regress/room/$1: .*$3"; }

good exact '; RUN: x
; EXPECT: sat
; EXPECT:  two words
; SAYS sat
; SAYS  two words'
good standard_input '; RUN: x -
; EXPECT: sat
; SAYS sat'
good place_of_the_file '; RUN: x {} --exit=3
; EXIT: 3
; EXPECT: sat
; SAYS sat'
good like '; RUN: x
; LIKE: [0-9]+ calls
; EXPECT: sat
; SAYS 12 calls
; SAYS sat'
good patterns '; RUN: x --err=oops
; OUT: ^s
; NOT: unsat
; ERR: ^oops$
; SAYS sat'
good beside '; RUN: x --beside
; EXPECT: a part'
bad wrong_line '; RUN: x
; EXPECT: unsat
; SAYS sat' 'standard output is not unsat'
bad line_missing '; RUN: x
; EXPECT: sat
; EXPECT: sat
; SAYS sat' 'standard output is not'
bad line_too_many '; RUN: x
; EXPECT: sat
; SAYS sat
; SAYS sat' 'standard output is not sat'
bad not_silent '; RUN: x
; SAYS sat' 'standard output is not empty'
bad wrong_code '; RUN: x --exit=1
; EXPECT: sat
; SAYS sat' 'exit code 1, wanted 0'
bad code_is_not_there '; RUN: x
; EXIT: 3
; EXPECT: sat
; SAYS sat' 'exit code 0, wanted 3'
bad unlike '; RUN: x
; LIKE: [0-9]+
; SAYS 12 calls' 'standard output is not'
bad out_missing '; RUN: x
; OUT: unsat
; SAYS sat' "nothing like 'unsat'"
bad out_forbidden '; RUN: x
; NOT: sat
; SAYS sat' "something like 'sat'"
bad err_missing '; RUN: x
; ERR: oops
; EXPECT: sat
; SAYS sat' "nothing like 'oops' on standard error"
bad err_unwanted '; RUN: x --err=oops
; EXPECT: sat
; SAYS sat' 'standard error is not empty'
bad too_slow '; RUN: x --sleep
; TIME: 1' 'took longer than 1 s'

bad no_run '; a comment
(check-sat)' "no line '; RUN: "
bad misspelt '; RUN: x
; EXEPCT: sat' 'line 2: no word of a case: EXEPCT'
bad before_run '; EXPECT: sat
; RUN: x' 'line 1: EXPECT before the first RUN'
bad no_number '; RUN: x
; EXIT: three' 'line 2: EXIT wants a number'
bad no_pattern '; RUN: x
; LIKE: (' 'line 2: .* is no pattern'
bad no_command '; RUN:' 'line 1: RUN wants a value'
bad open_quote '; RUN: x "y' 'line 1: No closing quotation'
bad two_ways '; RUN: x
; EXPECT: sat
; OUT: sat' 'given in two ways'

drive needs '; RUN: x
; NEEDS: no-such-program'
is needs 0 'skip regress/room/needs: no-such-program is not installed'
drive several '; RUN: x
; EXPECT: sat
; RUN: x
; EXPECT: unsat
; SAYS sat'
says several_good 1 out '^ok regress/room/several$'
says several_bad 1 out '^not ok regress/room/several#2: '

# a file for long outputs
drive long '; RUN: x
; SAYS sat'
echo sat >cases/regress/room/long.expect
run "$ROOT/tests/regress.py" build --cases cases/regress
is long_output 0 'ok regress/room/long'
echo unsat >cases/regress/room/long.expect
run "$ROOT/tests/regress.py" build --cases cases/regress
says long_output_differs 1 out 'standard output is not long.expect'
run "$ROOT/tests/regress.py" build --cases cases/regress --update
is long_output_updated 0 'ok regress/room/long'
run cat cases/regress/room/long.expect
is long_output_written 0 sat
echo sat >cases/regress/room/other.expect
run "$ROOT/tests/regress.py" build --cases cases/regress
says expect_of_nothing 1 out 'other.expect: there is no case of this name'

# --update writes lines and exit codes, keeps patterns that hold, and finds places that moved
drive updated '; RUN: x --exit=3
; EXPECT: old
; LIKE: [0-9]+ calls
; ERR: .
; RUN: x
; SAYS sat
; SAYS 12 calls' --update
says update_keeps_errors 1 out "nothing like '.' on standard error"
run cat cases/regress/room/updated.smt2
is update_writes 0 '; RUN: x --exit=3
; EXIT: 3
; EXPECT: sat
; LIKE: [0-9]+ calls
; ERR: .
; RUN: x
; EXPECT: sat
; EXPECT: 12 calls
; SAYS sat
; SAYS 12 calls'
drive place '; RUN: x {} --place
here' --update
says update_of_places 0 out '^ok regress/room/place'
run grep -n EXPECT cases/regress/room/place.smt2
is update_has_the_last_place 0 '2:; EXPECT: 3'

# what is run once is left out with --quick, and nothing else is
drive once '; RUN: x
; EXPECT: sat
; RUN: x
; ONCE: it takes long.
; EXPECT: unsat
; SAYS sat' --quick
is once_is_left_out 0 'ok regress/room/once'
run "$ROOT/tests/regress.py" build --cases cases/regress
says once_is_run 1 out '^not ok regress/room/once#2: '
bad once_without_a_reason '; RUN: x
; ONCE:' 'ONCE wants a value'

# folders and selections
drive one '; RUN: x'
cp cases/regress/room/one.smt2 cases/regress/room/two.smt2
run "$ROOT/tests/regress.py" build --cases cases/regress regress/room/two
is one_case 0 'ok regress/room/two'
run "$ROOT/tests/regress.py" build --cases cases/regress regress/room
is one_folder 0 'ok regress/room/one
ok regress/room/two'
run "$ROOT/tests/regress.py" build --cases cases/regress regress/ro
says no_such_case 1 out "there is no case or folder 'regress/ro'"
mkdir -p cases/regress/empty/with
run "$ROOT/tests/regress.py" build --cases cases/regress
says empty_folder 1 out 'regress/empty: there is no case in this folder'
rmdir cases/regress/empty/with cases/regress/empty
mkdir cases/regress/room/inner
cp cases/regress/room/one.smt2 cases/regress/room/inner
run "$ROOT/tests/regress.py" build --cases cases/regress
says mixed_folder 1 out 'regress/room: has cases and folders'
rm -r cases/regress/room/inner
echo '// RUN: x' >cases/regress/room/one.c
run "$ROOT/tests/regress.py" build --cases cases/regress
says same_name 1 out 'two cases of one name: regress/room/one'

# as part of all tests
run "$ROOT/tests/run.py" "$BUILD" regress/solve/core/resets
says counted 0 out '^1 passed, 0 failed, 0 skipped$'
run "$ROOT/tests/run.py" "$BUILD" no-such-test
says no_such_test 1 err "there is no test 'no-such-test'"
