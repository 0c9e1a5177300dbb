# Several checks about the same boxes: what was observed of them stays known.
. "$ROOT/tests/frame.sh"

cat >boxes.c <<'X'
#include <stdint.h>
uint8_t scramble(uint8_t x) { return (uint8_t)(x * 167 + 13) ^ (x >> 3); }
X
head='(declare-cb scramble ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))
(assert (= (scramble x) #x02))'

# ask TEXT [OPTION...]: runs it with counters.
ask() {
    printf '%s\n' "$head$1" >query.smt2
    shift
    run "$TANDEM" solve --allow-code --json --lib boxes.c --timeout 60 "$@" query.smt2
}
count() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" out; }
answers() { sed -n 's/.*"answer": "\([a-z]*\)".*/\1/p' out | tr '\n' ' '; }

ask '(check-sat)'
once=$(count box_calls)
ask '(push 1)(check-sat)(pop 1)(push 1)(check-sat)(pop 1)(check-sat)'
[ "$(answers)" = 'sat sat sat ' ] && pass same_answers || fail same_answers "$(answers)"
[ "$(count box_calls)" = "$once" ] && pass no_call_is_repeated || fail no_call_is_repeated \
    "$(count box_calls) calls, $once for one check"
# but not for ever: where they take too much memory they are made again, and say the same
ask '(push 1)(check-sat)(pop 1)(push 1)(check-sat)(pop 1)(check-sat)' --limit remembered_bytes=0
[ "$(answers)" = 'sat sat sat ' ] && pass forgotten_same_answers || fail forgotten_same_answers "$(answers)"
[ "$(count box_calls)" -gt "$once" ] && pass forgotten || fail forgotten "$(count box_calls) calls, $once for one check"

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

