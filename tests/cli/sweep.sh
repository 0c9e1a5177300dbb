# Finite domains are tried completely at the speed of the boxes: what that decides, and what it must not.
. "$ROOT/tests/frame.sh"

cat >boxes.c <<'X'
#include <fenv.h>
#include <stdint.h>
#include <stdlib.h>
static uint32_t hash(uint32_t x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }
uint32_t odd(uint32_t x) { return hash(x) | 1; }
uint32_t even_once(uint32_t x) { return x == 777777 ? 2 : hash(x) | 1; }
uint16_t odd16(uint16_t x) { return (uint16_t)hash(x) | 1; }
uint32_t two(uint32_t x, uint32_t y) { return hash(x * 65537u + y) | 1; }
double odd_double(double x) { return 2 * x + 1; }
int64_t odd_number(int64_t n) { return 2 * n + 1; }
/* with memory; all of them odd */
uint32_t counter(uint32_t x) { static uint32_t n; return hash(x ^ n++) | 1; }
uint32_t parity(uint32_t x) { static uint32_t n; return hash(x) << 2 | (n++ & 1) << 1 | 1; }
uint32_t by_eight(uint32_t x) { static uint32_t n; return hash(x) << 4 | (n++ & 7) << 1 | 1; }
uint32_t last(uint32_t x) { static uint32_t before; uint32_t r = hash(x ^ before) | 1; before = x; return r; }
uint32_t neighbour(uint32_t x) { static uint32_t before; uint32_t r = (hash(x) | 1) ^ (x == before + 1 ? 2 : 0); before = x; return r; }
uint32_t twice(uint32_t x) { static uint32_t before = ~0u; uint32_t r = (hash(x) | 1) ^ (x == before ? 2 : 0); before = x; return r; }
uint32_t first(uint32_t x) { static int n; return n++ ? hash(x) | 1 : 3; }
uint32_t rare(uint32_t x) { static uint32_t n; return ++n % 1000000 == 0 ? (hash(x) | 1) ^ 4 : hash(x) | 1; }
uint32_t rare_even(uint32_t x) { static uint32_t n; return ++n % 1000000 == 0 ? 2 : hash(x) | 1; }
uint32_t address(uint32_t x) { static int here; return hash(x ^ (uint32_t)((uintptr_t)&here >> 12)) | 1; }
/* without value somewhere */
uint32_t crash(uint32_t x) { if (x == 4711) abort(); return hash(x) | 1; }
uint32_t crashes(uint32_t x) { if (x % 256 == 1) abort(); return hash(x) | 1; }
uint32_t hang(uint32_t x) { while (x == 4711) ; return hash(x) | 1; }
uint32_t quit(uint32_t x) { if (x == 4711) exit(0); return hash(x) | 1; }
uint32_t rounding(uint32_t x) { if (x == 1) fesetround(FE_UPWARD); return hash(x) | 1; }
X

# decide TEXT: solves it in mode auto.
decide() {
    printf '%s\n' "$1" >query.smt2
    shift
    run "$TANDEM" solve -q --lib boxes.c --timeout 30 --box-timeout 200ms "$@" query.smt2
}
# ask BOX BITS: is there an even reply among 2^BITS?
ask() {
    box=$1 bits=$2
    shift 2
    decide "(declare-cb $box ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))
(assert (bvult x (_ bv$((1 << bits)) 32)))(assert (= ((_ extract 0 0) ($box x)) #b0))(check-sat)" "$@"
}

# With sanitizers a point costs twenty times as much.
many=22 workers='1 2 3' shared='counter twice first rare rare_even address crash hang'
[ -z "$QUICK" ] || many=18 workers='1 2' shared='counter rare crash hang'

ask odd 16
is sixteen_bits 0 unsat
ask odd 20
is twenty_bits 0 unsat
ask odd $many --no-jit
is interpreted 0 unsat
ask odd 20 --mode fuzz --limit try_all_most=2000000
is also_after_the_fuzzer 0 unsat
ask odd 16 --mode cdfl
is also_in_the_loop 0 unsat
ask even_once 22
is the_only_point 0 sat

for box in counter parity by_eight last neighbour twice first address rare rare_even; do
    bits=18
    case $box in rare*) bits=21 ;; esac
    ask $box $bits
    is "${box}_is_no_proof" 0 unknown
done
for box in counter parity last neighbour twice first address; do
    ask $box 12
    is "${box}_is_none_of_twelve_bits" 0 unknown
done

for box in crash crashes hang quit; do
    ask $box 18
    is "${box}_is_no_proof" 0 unknown
done
# a point without value that another constraint excludes is no obstacle
decide "(declare-cb crash ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))
(assert (bvult x (_ bv262144 32)))(assert (= ((_ extract 0 0) (crash x)) #b0))
(assert (or (= ((_ extract 0 0) (crash (bvadd x #x00000001))) #b0) (bvugt x #x00002000)))(check-sat)"
is excluded_by_another 0 unsat
decide "(declare-cb rounding ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))(declare-const y Float32)
(assert (bvult x #x00000008))(assert (fp.leq ((_ to_fp 8 24) RNE 1.0) y))(assert (fp.leq y ((_ to_fp 8 24) RNE 1.01)))
(assert (fp.lt (fp.mul RNE y y) (fp.mul RNE y ((_ to_fp 8 24) RNE (bvand (rounding x) #x00000001)))))(check-sat)"
says changed_rounding 0 out '^un'

# several constants, parts that have nothing to do with each other, other sorts
decide "(declare-cb two ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))
(assert (bvult x #x00000400))(assert (= (bvurem y #x00000007) #x00000003))(assert (bvult y #x00001000))
(assert (= ((_ extract 0 0) (two x y)) #b0))(check-sat)"
is two_constants 0 unsat
decide "(declare-cb odd ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))
(declare-const z (_ BitVec 32))(assert (bvult x #x00040000))(assert (= (bvmul z z z) #x0000001b))
(assert (= ((_ extract 7 0) (odd y)) #x01))(assert (= ((_ extract 0 0) (odd x)) #b0))(check-sat)"
is one_part_is_enough 0 unsat
decide "(declare-cb odd_double (Float64) Float64)(declare-const x Float64)(assert (= x (fp.roundToIntegral RNE x)))
(assert (fp.leq ((_ to_fp 11 53) RNE (- 3000.0)) x))(assert (fp.leq x ((_ to_fp 11 53) RNE 3000.0)))
(assert (fp.eq (odd_double x) ((_ to_fp 11 53) RNE 4000.0)))(check-sat)"
is whole_floats 0 unsat
decide "(declare-cb odd_double (Float64) Float64)(declare-const x Float64)(assert (= x (fp.roundToIntegral RNE x)))
(assert (fp.leq ((_ to_fp 11 53) RNE (- 3000.0)) x))(assert (fp.leq x ((_ to_fp 11 53) RNE 3000.0)))
(assert (fp.eq (odd_double x) ((_ to_fp 11 53) RNE (- 4001.0))))(check-sat)(get-value ((fp.to_real x)))"
is a_whole_float 0 "sat
(((fp.to_real x) (- 2001.0)))"
decide "(declare-cb odd_number (Int) Int)(declare-const n Int)(assert (= (mod n 1000) 7))(assert (< (- 100000000) n 100000000))
(assert (= (mod (odd_number n) 2) 0))(check-sat)"
is residues 0 unsat
decide "(declare-cb odd16 ((_ BitVec 16)) (_ BitVec 16))(declare-const x (_ BitVec 16))(declare-const s String)
(assert (= ((_ extract 0 0) (odd16 x)) #b0))(assert (= (str.len s) (ubv_to_int x)))(check-sat)"
is other_constraints_do_not_matter 0 unsat

# several workers share the points: the same answers, and the same model
ask odd $many --jobs 3
is shared_by_three 0 unsat
ask even_once 22 --jobs 2
is the_only_point_of_two 0 sat
for jobs in $workers; do
    decide "(declare-cb odd ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))(assert (bvugt x #x00000fff))
(assert (bvult x (_ bv8388608 32)))(assert (= ((_ extract 19 0) (odd x)) #x54321))(check-sat)(get-value (x))" --jobs $jobs
    cp out "model$jobs"
done
if grep -q '^sat' model1 && cmp -s model1 model2 && { [ -n "$QUICK" ] || cmp -s model1 model3; }; then
    pass same_model_of_any_number
else
    fail same_model_of_any_number "another number of workers, another model"
fi
for box in $shared; do
    bits=$many
    case $box in rare*) [ $bits -ge 21 ] || bits=21 ;; esac
    ask $box $bits --jobs 2
    is "${box}_is_no_proof_of_two" 0 unknown
done
