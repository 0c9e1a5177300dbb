# `tandem reduce` as a user calls it, with solvers that are wrong in known ways.
. "$ROOT/tests/frame.sh"

# A formula of 40 assertions over bit-vectors and strings; one of them has what matters.
make_formula() {
    echo '(set-logic ALL)'
    for i in $(seq 40); do
        echo "(declare-const bits_$i (_ BitVec 32))"
        echo "(declare-const text_$i String)"
        echo "(assert (or (bvult bits_$i (bvadd bits_$i #x0000000$((i % 10)))) (= text_$i \"abc$i\")))"
    done
    echo '(assert (=> (bvult bits_3 bits_4) (and (= (bvsrem (bvadd bits_3 #x00000007) bits_4) bits_5)
          (str.contains (str.++ text_1 text_2) "abc"))))'
    echo '(check-sat)'
}
make_formula >big.smt2

lines() { wc -l <"$1"; }

# at_most NAME LINES FILE: the last run was good, and FILE is short and still legal.
at_most() {
    if [ "$code" != 0 ]; then
        fail "$1" "exit code $code"
    elif [ "$(lines "$3")" -gt "$2" ]; then
        fail "$1" "$(lines "$3") lines are left"
    elif ! "$TANDEM" fmt --check "$3" >/dev/null; then
        fail "$1" "the result is not well-formed and formatted"
    else
        pass "$1"
    fi
}

# ---- CHECK commands --------------------------------------------------------------------------------
run "$TANDEM" reduce big.smt2 -- grep -q bvsrem
is "a command decides" 0 '(assert (= (bvsrem #b0 #b0) #b0))
(check-sat)'
says "what was done" 0 err 'bytes became .* 2 lines'

run "$TANDEM" reduce -q -o small.smt2 big.smt2 -- sh -c 'grep -q bvsrem $1 && grep -q str.contains $1' x {}
at_most "two things at once" 4 small.smt2
silent "quiet" err

run "$TANDEM" reduce big.smt2 -- grep -q nowhere
says "a check that does not hold" 1 err 'the check does not hold'
run "$TANDEM" reduce big.smt2 -- no-such-program-here
says "a check that is not there" 5 err "no program 'no-such-program-here'"
run "$TANDEM" reduce big.smt2
says "no check" 2 err 'what must stay true'
run "$TANDEM" reduce
says "no file" 2 err 'which FILE'
run "$TANDEM" reduce nowhere.smt2 -- true
says "no such file" 4 err 'cannot read nowhere.smt2'
run "$TANDEM" reduce --solver cat --check diffr big.smt2
says "a misspelt kind" 2 err "did you mean 'differ'"
run "$TANDEM" reduce --solver cat --check slower=soon big.smt2
says "a bad time" 2 err "takes a time"
run "$TANDEM" reduce -o /nowhere/at/all.smt2 big.smt2 -- grep -q bvsrem
says "an unwritable result" 4 err 'cannot write /nowhere/at/all.smt2'
printf '(assert (and true' >open.smt2
run "$TANDEM" reduce open.smt2 -- grep -q and
says "an open parenthesis" 3 err 'do not close'
printf '(assert (frobnicate 1 2))\n(assert true)\n' >strange.smt2
run "$TANDEM" reduce -q strange.smt2 -- grep -q frob
is "what we do not understand is reduced as text" 0 '(frobnicate)'
: >empty.smt2
run "$TANDEM" reduce -q empty.smt2 -- true
is "nothing becomes nothing" 0 '(check-sat)'
run "$TANDEM" reduce --max-checks 3 -o early.smt2 big.smt2 -- grep -q bvsrem
says "a limit" 6 err 'ended early'
feed '(declare-const x Int) (assert (and (> x 2) (< x 7) (distinct x 5))) (check-sat)' \
    "$TANDEM" reduce -q - -- grep -q distinct
is "standard input" 0 '(assert (distinct 0 0))
(check-sat)'

# ---- Solvers that are wrong ------------------------------------------------------------------------
# planted NAME BODY: a solver that reads the file $1.
planted() {
    { echo '#!/bin/sh'; echo "$2"; } >"$1"
    chmod +x "$1"
}
planted good 'echo sat'
planted wrong 'if grep -q "bvsrem" $1; then echo unsat; else echo sat; fi'
planted crash 'if grep -q "bvsrem" $1; then echo "Fatal failure within rem at rewriter.cpp:$(wc -c <$1)" >&2; kill -ABRT $$; fi
echo sat'
planted slow 'if grep -q "bvsrem" $1; then sleep 30; fi; echo sat'
planted complains 'if grep -q "bvsrem" $1; then echo "(error \"no rem $$\")"; fi; echo sat'

run "$TANDEM" reduce -q -s ./wrong -s ./good -o small.smt2 big.smt2
at_most "a wrong answer" 10 small.smt2
run "$TANDEM" reduce -q -j 3 -s ./wrong -s ./good -o parallel.smt2 big.smt2
if cmp -s small.smt2 parallel.smt2; then pass "several at a time"; else fail "several at a time" "another result"; fi
run "$TANDEM" reduce -q -s ./crash -o small.smt2 big.smt2
at_most "a crash" 10 small.smt2
run "$TANDEM" reduce -q -s ./crash --check crash='within rem' -o small.smt2 big.smt2
at_most "a crash with a text" 10 small.smt2
run "$TANDEM" reduce -q -s ./complains --check answer=error --check prints='no rem' -o small.smt2 big.smt2
at_most "an error" 10 small.smt2
echo '(declare-const x (_ BitVec 2)) (assert (= (bvsrem x #b01) x)) (assert (= x #b10)) (check-sat)' >two.smt2
run "$TANDEM" reduce -q -s ./slow -s ./good --check slower=400ms -o small.smt2 two.smt2
at_most "slowness" 2 small.smt2
planted busy 'if grep -q "bvsrem" $1; then i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; fi; echo sat'
run "$TANDEM" reduce -q --check slower=3x:./good,./busy -o small.smt2 two.smt2
at_most "slowness by a factor" 2 small.smt2
run "$TANDEM" reduce -q --check slower=3x:./busy,./good two.smt2
says "the other way round" 1 err 'good: sat'
run "$TANDEM" reduce --check slower=1x:./good,./busy two.smt2
says "no factor" 2 err "a factor such as 2x"
run "$TANDEM" reduce --check slower=2x:./good two.smt2
says "one solver" 2 err "names two solvers"
echo '(declare-const x Int) (declare-const y Int) (assert (and (= (mod x 5) 3) (> y x) (< y 9))) (check-sat)' >mod.smt2
if command -v z3 >/dev/null; then
    run "$TANDEM" reduce -q -s "$ROOT/tests/faulty_solvers/wrong-model" --check wrong-model -o small.smt2 mod.smt2
    at_most "a wrong model" 3 small.smt2
fi
run "$TANDEM" reduce -s ./good -s ./good big.smt2
says "solvers that agree" 1 err 'good: sat; good: sat'

# ---- Real defects, grown and reduced ---------------------------------------------------------------
# grown NAME SOLVER SOLVER: a known defect among assertions that do not matter.
grown() {
    known="$ROOT/../shared/corpora/known-bugs/$1.smt2"
    if ! [ -f "$known" ] || ! command -v "${2%% *}" >/dev/null || ! command -v "${3%% *}" >/dev/null; then
        echo "skip $1: no such file, or no such solver"
        return
    fi
    { grep -v '(check-sat)' "$known"
      for i in $(seq 20); do
          echo "(declare-const more_$i Int) (assert (or (> more_$i (* 2 $i)) (< (+ more_$i $i) 7)))"
      done
      echo '(check-sat)'; } >grown.smt2
    run "$TANDEM" reduce -q -s "$2" -s "$3" -o small.smt2 grown.smt2
    at_most "grown $1" 10 small.smt2
}
grown cvc4-re-diff-nary 'cvc4 --strings-exp' 'cvc5 --strings-exp'
grown cvc5-datatype-cycle cvc5 z3

# ---- Incremental scripts ---------------------------------------------------------------------------
cat >incremental.smt2 <<'END'
(set-logic QF_LIA)
(set-option :produce-models true)
(declare-const x Int)
(declare-const y Int)
(push 1)
(assert (> x 3))
(check-sat)
(push 1)
(assert (< y (+ x 2 7)))
(check-sat)
(pop 1)
(pop 1)
(assert (= y 1))
(check-sat-assuming ((> x 0)))
(get-value (x y))
END
run "$TANDEM" reduce -q -o small.smt2 incremental.smt2 -- sh -c 'test $(grep -c "(push 1)" $1) = 2 && grep -q check-sat-assuming $1' x
at_most "an incremental script" 3 small.smt2
cat >scopes.smt2 <<'END'
(set-logic QF_ABV)
(declare-const long_name (_ BitVec 32))
(declare-const yy (_ BitVec 32))
(declare-const arr (Array (_ BitVec 32) (_ BitVec 32)))
(push 1)
(assert (bvult long_name (bvadd yy #x00000003)))
(check-sat)
(push 1)
(assert (= (select arr (bvmul yy long_name)) (bvsrem (select (store arr yy long_name) #x00000004) (bvxor yy #x0000000f))))
(check-sat)
(pop 1)
(assert (or (= yy #x00000001) (bvsge long_name yy)))
(check-sat-assuming ((bvsgt long_name #x00000000) (= yy yy)))
(pop 1)
END
run "$TANDEM" reduce -q scopes.smt2 -- sh -c 'grep -q "(push 1)" $1 && grep -q check-sat-assuming $1 && grep -q "bvsrem.*bvxor" $1' x
is "terms of an incremental script" 0 '(push 1)
(assert (= #b0 (bvsrem #b0 (bvxor #b0 #b0))))
(check-sat-assuming ())'
run "$TANDEM" reduce -q --mode formula incremental.smt2 -- grep -q check-sat-assuming
says "no formula" 1 err 'not for what is asserted at its first check-sat'

# ---- However it ends, the best so far is there ------------------------------------------------------
planted sluggish 'sleep 0.02; if grep -q "bvsrem" $1; then echo unsat; else echo sat; fi'
cp big.smt2 best.smt2
"$TANDEM" reduce -q -s ./sluggish --check answer=unsat -o best.smt2 big.smt2 2>err &
child=$!
for i in $(seq 200); do
    [ "$(lines best.smt2)" -lt 60 ] && break
    sleep 0.05
done
kill -KILL $child
wait $child 2>/dev/null
: >out
if grep -q bvsrem best.smt2 && "$TANDEM" fmt best.smt2 >/dev/null; then
    pass "kill -9 leaves the best so far"
else
    fail "kill -9 leaves the best so far" "no bvsrem, or half of a file"
fi

"$TANDEM" reduce -s ./sluggish --check answer=unsat big.smt2 >out 2>err &
child=$!
sleep 0.5
kill -INT $child
code=0
wait $child || code=$?
says "Ctrl-C prints the best so far" 130 out bvsrem
says "and says so" 130 err 'ended early'
