; RUN: solve -q --lib with/boxes.c --timeout 20
; EXPECT: unsat
(declare-cb mix ((_ BitVec 32)) (_ BitVec 32))
(declare-const u (_ BitVec 32))
(assert (forall ((x (_ BitVec 32))) (= (mix x) #x00000000)))
(assert (not (= (mix u) #x00000000)))
(check-sat)
