# Formulas whose constants have few values: all are tried on the real boxes, and that decides.
. "$ROOT/tests/frame.sh"

cat >boxes.c <<'X'
#include <stdint.h>
#include <stdlib.h>
uint32_t mul(uint32_t x, uint32_t y) { return x * y; }
int64_t same(int64_t n) { return n; }
int64_t patient(int64_t n) { while (n < 0 || n > 100) ; return n * n; } /* hangs elsewhere */
uint8_t odd_only(uint8_t x) { if (x % 2 == 0) abort(); return x; }
X

# decide TEXT: solves it in mode auto.
decide() {
    printf '%s\n' "$1" >query.smt2
    shift
    run "$TANDEM" solve --lib boxes.c --timeout 60 "$@" query.smt2
}
boxes='(declare-cb mul ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-cb same (Int) Int)(declare-cb patient (Int) Int)
(declare-cb odd_only ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))
(declare-const n Int)(declare-const m Int)
(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))'

decide "$boxes(assert (= (mul x y) (_ bv3001 32)))(assert (bvult #x00000001 x))(assert (bvult x #x00000040))
(assert (and (bvult #x00000001 y) (bvult y #x00000040)))(check-sat)" -q
is no_factors 0 unsat
decide "$boxes(assert (= (mul x y) (_ bv2021 32)))(assert (bvult #x00000001 x))(assert (bvult x #x00000040))
(assert (and (bvult #x00000001 y) (bvult y #x00000040)))(check-sat)(get-value ((bvmul x y)))" -q
is factors 0 "sat
(((bvmul x y) #x000007e5))"

decide "$boxes(assert (= (mul x x) (_ bv3001 32)))(assert (bvult x #x00000040))(check-sat)" --json
says counts_in_json 0 out '"box_points": 6[0-9]'
says calls_in_json 0 out '"box_calls": [1-9]'

# the box is never called outside the bounds, also where they come by way of arithmetic
decide "$boxes(assert (< 6 (+ n 3) 60))(assert (= (patient (- n 2)) 2025))(check-sat)(get-value (n))" -q
is bounds_keep_away 0 "sat
((n 47))"

# a box without value decides nothing, also when a constant stands for its call
decide "$boxes(assert (= b (odd_only a)))(assert (bvugt b #x05))(assert (bvult a #x07))(check-sat)"
says open_points 0 err 'where the formula could hold, a closed box has no value'
is open_points_are_unknown 0 unknown
decide "$boxes(assert (= b (odd_only a)))(assert (bvugt b #x05))(assert (bvult a #x08))(check-sat)" -q
is defined_point_is_found 0 sat
decide "$boxes(assert (bvult a #x08))(assert (= (ite (= a #x04) #x09 (odd_only a)) #x09))(check-sat)
(get-value (a))" -q
is skipped_call_is_no_obstacle 0 "sat
((a #x04))"

# numbers that leave the machine's range are the evaluator's business
decide "$boxes(assert (< 4000000000 n 4000000010))
(assert (= (* (same n) n n) 64000000144000000108000000027))(check-sat)(get-value (n))" -q
is beyond_machine_words 0 "sat
((n 4000000003))"
decide "$boxes(assert (< 4000000000 n 4000000010))
(assert (= (* (same n) n n) 64000000144000000108000000028))(check-sat)" -q
is beyond_machine_words_unsat 0 unsat

# the seed decides what happens, not the clock
for i in 1 2; do
    decide "$boxes(assert (= (mul x y) #x12345678))(assert (bvugt y #x00001000))(assert (bvult x y))
(check-sat)" --explain --seed 5
    grep -v seconds err >"explained$i"
done
cmp -s explained1 explained2 && grep -q sat out && pass same_seed_same_events ||
    fail same_seed_same_events "$(diff explained1 explained2 | head -n 5)"
