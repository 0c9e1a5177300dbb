; What a box answers where it may do everything is what counts.
; RUN: solve --lib with/boxes.c --timeout 60
; EXPECT: unsat
(declare-cb writes ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (writes x) #x00))
(check-sat)
