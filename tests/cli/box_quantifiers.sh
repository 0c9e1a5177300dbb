# Closed boxes under quantifiers: expanded where few values matter, else unknown with the reason.
. "$ROOT/tests/frame.sh"

cat >boxes.c <<'X'
#include <stdbool.h>
#include <stdint.h>
uint8_t twice(uint8_t x) { return (uint8_t)(2 * x & 15); }
int64_t square(int64_t n) { return n * n; }
uint32_t mix(uint32_t x) { return x * 2654435761u; }
X
boxes='(declare-cb twice ((_ BitVec 4)) (_ BitVec 4))(declare-cb square (Int) Int)
(declare-cb mix ((_ BitVec 32)) (_ BitVec 32))(declare-const c (_ BitVec 4))(declare-const k Int)
(declare-const u (_ BitVec 32))'

# decide NAME ANSWER ASSERTIONS
decide() {
    printf '%s%s(check-sat)\n' "$boxes" "$3" >query.smt2
    run "$TANDEM" solve -q --lib boxes.c --timeout 20 query.smt2
    is "$1" 0 "$2"
}
decide small_sort_true sat '(assert (forall ((x (_ BitVec 4))) (= (twice x) (bvadd x x))))'
decide small_sort_false unsat '(assert (forall ((x (_ BitVec 4))) (bvuge (twice x) x)))'
decide with_a_constant sat '(assert (forall ((x (_ BitVec 4))) (=> (bvult x c) (bvuge (twice x) x))))
(assert (bvugt c #x5))'
decide two_variables unsat '(assert (exists ((x (_ BitVec 4)) (y (_ BitVec 4)))
    (and (distinct (twice x) (twice y)) (= (bvadd x x) (bvadd y y)))))'
decide nested sat '(assert (forall ((x (_ BitVec 4))) (exists ((y (_ BitVec 4)))
    (= (twice y) (bvand x #xe)))))'
decide bounded_int unsat '(assert (forall ((n Int)) (=> (and (<= 0 n) (< n 30)) (< (square n) 800))))'
decide bounded_int_holds sat '(assert (forall ((n Int)) (=> (and (<= 0 n) (< n 29)) (< (square n) 800))))'
decide bounded_exists sat '(assert (exists ((n Int)) (and (< 10 n 20) (= (square n) k))))(assert (> k 300))'
decide never_matters sat '(assert (forall ((n Int)) (=> (< 5 n 6) (= (square n) 7))))'
decide uninterpreted_is_enough unsat '(assert (forall ((x (_ BitVec 32))) (= (mix x) #x00000000)))
(assert (not (= (mix u) #x00000000)))'

printf '%s%s\n' "$boxes" '(assert (forall ((x (_ BitVec 32))) (distinct (mix x) #xdeadbeef)))
(assert (bvugt (mix u) #x00000001))(check-sat)' >query.smt2
for mode in auto cdfl fuzz active; do
    run "$TANDEM" solve --lib boxes.c --timeout 20 --mode $mode query.smt2
    says "too_many_$mode" 0 err 'under a quantifier over too many values to try'
    [ "$(cat out)" = unknown ] && pass "unknown_$mode" || fail "unknown_$mode" "not unknown"
done
