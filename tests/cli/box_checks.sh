# Several checks about the same boxes: what was observed of them stays known. Programs as boxes in every mode.
. "$ROOT/tests/frame.sh"

cat >boxes.c <<'X'
#include <stdint.h>
uint8_t scramble(uint8_t x) { return (uint8_t)(x * 167 + 13) ^ (x >> 3); }
X
head='(declare-cb scramble ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))
(assert (= (scramble x) #x02))'

# ask TEXT: runs it with counters.
ask() {
    printf '%s\n' "$head$1" >query.smt2
    run "$TANDEM" solve --allow-code --json --lib boxes.c --timeout 60 query.smt2
}
count() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" out; }
answers() { sed -n 's/.*"answer": "\([a-z]*\)".*/\1/p' out | tr '\n' ' '; }

ask '(check-sat)'
once=$(count box_calls)
ask '(push 1)(check-sat)(pop 1)(push 1)(check-sat)(pop 1)(check-sat)'
[ "$(answers)" = 'sat sat sat ' ] && pass same_answers || fail same_answers "$(answers)"
[ "$(count box_calls)" = "$once" ] && pass no_call_is_repeated || fail no_call_is_repeated \
    "$(count box_calls) calls, $once for one check"

# levels come and go; facts that were learned under an assertion hold without it
ask '(push 1)(assert (bvult x #x10))(check-sat)(pop 1)(push 1)(assert (= (scramble y) (scramble x)))
(assert (distinct x y))(check-sat)(push 1)(assert (bvugt y #xc0))(check-sat)(pop 2)(check-sat)'
first=$(answers)
for i in 1 2 3 4; do
    case $i in
    1) ask '(assert (bvult x #x10))(check-sat)' ;;
    2) ask '(assert (= (scramble y) (scramble x)))(assert (distinct x y))(check-sat)' ;;
    3) ask '(assert (= (scramble y) (scramble x)))(assert (distinct x y))(assert (bvugt y #xc0))(check-sat)' ;;
    4) ask '(check-sat)' ;;
    esac
    alone="$alone$(answers)"
done
[ "$first" = "$alone" ] && pass as_if_alone || fail as_if_alone "$first against $alone"

# get-value calls boxes, and what the SMT engine took for x/0 is known where it gave the model
cat >query.smt2 <<'X'
(declare-cb abs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x Int)(declare-const b (_ BitVec 32))
(push 1)(assert (and (= (div x 0) 7) (> x 0)))(check-sat)
(get-value ((div x 0) (abs #xfffffffe)))(pop 1)
(assert (= (abs b) #x00000005))(check-sat)
(get-value ((abs b)))
X
run "$TANDEM" solve --allow-code --timeout 60 query.smt2
is get_value_with_boxes 0 'sat
(((div x 0) 7)
 ((abs #xfffffffe) #x00000002))
sat
(((abs b) #x00000005))'

# a program is a box for the loop, too
cat >prime <<'X'
#!/bin/sh
n=$1 d=2
[ "$n" -ge 2 ] 2>/dev/null || { echo false && exit; }
while [ $((d * d)) -le "$n" ]; do
    [ $((n % d)) -ne 0 ] || { echo false && exit; }
    d=$((d + 1))
done
echo true
X
chmod +x prime
printf '%s\n' '(declare-oracle-fun prime ./prime (Int) Bool)(declare-const p Int)(declare-const q Int)
(assert (prime p))(assert (prime q))(assert (= (+ p q) 30))(assert (< 7 p q))(check-sat)' >query.smt2
for mode in cdfl fuzz; do
    run "$TANDEM" solve --allow-code -q --timeout 60 --mode $mode query.smt2
    is "program_in_mode_$mode" 0 sat
done

# a function in the script itself
cat >source.smt2 <<'X2'
(declare-const x (_ BitVec 8))
(declare-cb square ((_ BitVec 8)) (_ BitVec 8) :symbol "of" :source "#include <stdint.h>
static const char *const text = ""1"";
uint8_t of(uint8_t x) { return (uint8_t)(x * x * (text[0] - 48)); }")
(declare-cb same ((_ BitVec 8)) (_ BitVec 8) :source "#include <stdint.h>
uint8_t of(uint8_t x) { return x; }" :symbol "of")
(assert (= (square (same x)) #x51))
(assert (bvult x #x10))
(check-sat)
(get-value (x))
X2
run "$TANDEM" solve --allow-code source.smt2
is source_in_the_script 0 'sat
((x #x09))'
feed '(declare-cb f (Bool) Bool :source "bool f(")' "$TANDEM" solve --allow-code -
says source_that_does_not_compile 3 out 'does not compile'
