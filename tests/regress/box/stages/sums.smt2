; Sums and exclusive ors of inputs are compared, and never an input itself.
; RUN: solve --lib with/boxes.c --timeout 60
; EXPECT: sat
(declare-cb sums ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(declare-const c (_ BitVec 32))
(assert (sums a b c))
(check-sat)
