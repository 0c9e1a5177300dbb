# `tandem fmt`: files that are changed or left alone, errors about files, what is printed is read again. Layout is
# in tests/regress/fmt.
. "$ROOT/tests/frame.sh"

ugly='; keep me
(declare-const   x Int) ; and me
(assert (let ((y (+ x 1)))   (> y
 3)))
(check-sat)'
printf '%s' "$ugly" >ugly.smt2
run "$TANDEM" fmt --check ugly.smt2
run cat ugly.smt2
is check_changes_nothing 0 "$ugly"

chmod 640 ugly.smt2
ln -s ugly.smt2 link.smt2
run "$TANDEM" fmt --in-place link.smt2
is in_place_is_silent 0 ''
run "$TANDEM" fmt --check ugly.smt2 link.smt2
is in_place_formats 0 ''
run stat -c '%a %F' ugly.smt2 link.smt2
is in_place_keeps_mode_and_link 0 '640 regular file
777 symbolic link'
run "$TANDEM" fmt ugly.smt2
cp out once && run "$TANDEM" fmt once
cmp -s once out && pass idempotent || fail idempotent 'second formatting differs'

# errors leave files alone
printf '(declare-const x Int)\n(assert   (bvadd x x))\n' >wrong.smt2
cp wrong.smt2 before
run "$TANDEM" fmt --in-place wrong.smt2
says wrong_sort 3 err '^wrong.smt2:2:'
cmp -s before wrong.smt2 && pass wrong_left_alone || fail wrong_left_alone 'changed'
run "$TANDEM" fmt no-such-file
says missing_file 4 err 'no-such-file: No such file'
run "$TANDEM" fmt .
says directory 4 err 'Is a directory'
run "$TANDEM" fmt
says no_files 2 err 'which FILE'
run "$TANDEM" fmt ugly.smt2 no-such-file wrong.smt2
says worst_exit_code 4 out '(check-sat)'
: >empty.smt2
run "$TANDEM" fmt empty.smt2
is empty_file 0 ''

# --terms: what was understood, readable again, the same when read again
feed '(set-logic QF_LIA)(declare-const x Int)(define-fun f ((a Int)) Int (* 2 a))
(push 1)(declare-const b Bool)(assert (! (or b (= (f x) 4)) :named n))(check-sat)(pop 1)
(assert (> x 0))(check-sat-assuming ((> x 1)))(get-value (x (f x)))(echo "a ""b""")' \
    "$TANDEM" fmt --terms -
cp out terms.smt2
run "$TANDEM" fmt --terms terms.smt2
cmp -s out terms.smt2 && pass terms_fixed_point || fail terms_fixed_point 'differs when read again'
run "$TANDEM" solve terms.smt2
says terms_solves 0 out '^sat$'

# the examples and everything in the corpora that is small: formatted once is formatted
run "$TANDEM" fmt --check "$ROOT"/examples/*.smt2
is examples_are_formatted 0 ''
