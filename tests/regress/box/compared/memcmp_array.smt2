; Bytes at the beginning of an array.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: sat
(declare-cb magic ((Array (_ BitVec 32) (_ BitVec 8))) (_ BitVec 32))
(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))
(assert (= (magic a) #x00000001))
(check-sat)
