; A function in the script itself.
; RUN: solve --allow-code
; EXPECT: sat
; EXPECT: ((x #x09))
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
