# Wrong input that a user would rather know of: one sentence says what is wrong and what to do, the exit code
# says which kind of wrong it is, and nothing is answered as if it had been right.
. "$ROOT/tests/frame.sh"

# ---- explore ----
cat >plain.c <<'END'
#include <stdio.h>
int main(void) { int c = getchar(); if (c == 'x') puts("x"); return c == 'y'; }
END
explore() { run "$TANDEM" explore -q --no-asan --mutation-share 0 --sym-stdin 2 --for 3s "$@"; }
explore -o a.out -i nowhere plain.c
says seeds-not-there 4 err 'seeds nowhere: No such file'
[ ! -e a.out ] && pass seeds-nothing-made || fail seeds-nothing-made "there are results"
mkdir none
explore -o a.out -i none plain.c
says seeds-none 3 err 'seeds none: there are no tests in it'
: >empty
explore -o a.out -i empty plain.c
says seeds-empty 3 err 'seeds empty: the file is empty'
explore -o a.out --sync nowhere plain.c
says sync-not-there 4 err 'sync nowhere: there is no such folder'
explore -o a.out --sync plain.c plain.c
says sync-no-folder 4 err 'sync plain.c: not a folder'
printf '# mine\nf i32 nonsense\n' >bad.signatures
explore -o a.out --signatures bad.signatures plain.c
says signatures 3 err "bad.signatures:2: cannot read 'nonsense'"
explore -o a.out plain.c
ends results 0
explore -o b.out -c 1 -i a.out plain.c
ends seeds-of-results 0
if grep -q x b.out/tests/*/stdin; then pass seeds-below-results; else fail seeds-below-results "they were not used"; fi

run "$TANDEM" explore --replay nowhere plain.c
says replay-not-there 4 err 'nowhere: No such file'
[ ! -e nowhere ] && pass replay-nothing-made || fail replay-nothing-made "there is a folder"

# One writer for one folder.
"$TANDEM" explore -q --no-asan --sym-stdin 2 --for 60s -o locked.out plain.c >/dev/null 2>&1 &
first=$!
while [ ! -s locked.out/.lock ]; do sleep 0.05; done
explore -o locked.out plain.c
says locked 4 err "locked.out: another run writes there (process [0-9]*, since 20.*explore -q --no-asan"
kill -9 $first
wait $first 2>/dev/null
explore -o locked.out plain.c
ends lock-goes-with-its-holder 0
[ ! -e locked.out/.lock ] && pass lock-removed || fail lock-removed "the file stays"

# ---- solve ----
# answers NAME ANSWERS TEXT OPTIONS...: TEXT on standard input gives these answers to its checks.
answers() {
    name=$1 wanted=$2 text=$3
    shift 3
    feed "$text" "$TANDEM" solve "$@" -
    got=$(grep -E '^(sat|unsat|unknown)$' out | tr '\n' ' ')
    if [ "$got" = "$wanted " ]; then pass "$name"; else fail "$name" "answers: $got"; fi
}
x='(declare-const x Int)'
answers lost-assertion 'unknown' "$x(assert (> y 1))(check-sat)"
says lost-reason 3 err 'unknown: an error took a part of the formula: stdin:1:3.: .*y'
answers lost-declaration 'unknown' "(declare-const b Nat)$x(assert (> x 1))(check-sat)"
answers lost-definition 'unknown' "$x(define-fun f () Int true)(assert (> x 1))(check-sat)"
answers lost-misspelt 'unknown' "$x(assrt (< x 1))(assert (> x 1))(check-sat)"
answers lost-word 'unknown' "$x assert (< x 1) (assert (> x 1))(check-sat)"
answers lost-until-popped 'sat unknown unknown sat' \
    "$x(assert (> x 1))(check-sat)(push 1)(assert q)(check-sat)(push 1)(check-sat)(pop 2)(check-sat)"
answers lost-below 'unknown unknown' "$x(assert q)(push 1)(assert r)(check-sat)(pop 1)(check-sat)"
answers lost-until-reset 'unknown sat' "(assert q)(check-sat)(reset)$x(assert (> x 1))(check-sat)"
answers lost-until-reset-assertions 'unknown sat' "(assert q)(check-sat)(reset-assertions)$x(assert (> x 1))(check-sat)"
answers lost-globally 'unknown unknown sat' \
    "(set-option :global-declarations true)(push 1)(declare-const b Nat)(check-sat)(pop 1)(check-sat)(reset)(check-sat)"
answers lost-ignored 'sat' "$x(assert (> y 1))(check-sat)" --ignore-errors
answers lost-no-part 'sat' "$x(set-option :no-such 1)(get-value (q))(get-objectives)(set-logic NONE)(assert (> x 1))(check-sat)"
printf '%s' "$x(assert (> y 1))(check-sat)(get-info :reason-unknown)" >lost.smt2
run "$TANDEM" solve --keep-going lost.smt2
says lost-in-a-file 3 out ':reason-unknown.*an error took a part of the formula'
printf '%s' "$x(assert (> x 1))(check-sat)" >good.smt2
run "$TANDEM" solve --lib nosuch.c good.smt2
says lib-not-there 4 err 'lib nosuch.c: No such file'
printf '(declare-const v (_ BitVec 8))(assert (bvult v #x05))(check-sat)' >bits.smt2
run "$TANDEM" solve --emit-c nowhere/x.c bits.smt2
says emit-c 4 err 'emit-c nowhere/x.c: not written'

# ---- prove ----
echo 'void f(void) {} int main(void) { int i = 0; while (i < 5) i++; __VERIFIER_assert(i == 5); return 0; }' >loop.c
run "$TANDEM" prove --learners nonsense loop.c
says learners 2 err "there is no learner 'nonsense'; there are equations, octagons"

# ---- Control characters from elsewhere ----
escape=$(printf '\033')
plain() { if grep -q "$escape" out err; then fail "$1" "an escape gets through"; else pass "$1"; fi; }
run "$TANDEM" solve "no${escape}[31mfile"
says escape-file-told 4 err 'no.x1b.31mfile'
plain escape-file
feed "(declare-const |a${escape}b| Int)(echo \"x${escape}y\")(assert |q${escape}|)(assert (= \"${escape}\" 1))" "$TANDEM" solve -
says escape-symbol-told 3 out 'cannot have control characters'
plain escape-symbol

# ---- fuse ----
cat >wrong-solver <<'END'
#!/bin/sh
[ "$(wc -l <"$1")" = 4 ] && { echo sat; exit; } # the question whether it knows a logic
echo '(error "line 1: no license")'
exit 1
END
chmod +x wrong-solver
run "$TANDEM" fuse --seed 0 -q -s ./wrong-solver --count 5 -o fuse.out "$ROOT/tests/fuse_seeds"
says only-errors 5 err 'wrong-solver answered nothing but errors, to [0-9]* formulas'
says only-errors-text 5 err 'no license'

# ---- every command ----
# The longest option of each, with two letters in the wrong order.
for command in $("$TANDEM" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    [ "$command" != help ] || continue
    option=$("$TANDEM" help "$command" | sed -n 's/^.\{6\}--\([a-z-]*\).*/\1/p' | awk 'length > length(o) {o = $0} END {print o}')
    typed=$(echo "$option" | sed 's/^\(..\)\(.\)\(.\)/\1\3\2/')
    run "$TANDEM" "$command" "--$typed"
    says "mistyped-$command" 2 err "unknown option --$typed; did you mean --$option"
done
