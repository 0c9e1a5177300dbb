; RUN: solve -q --lib with/boxes.c --timeout 20
; EXPECT: unsat
(declare-cb twice ((_ BitVec 4)) (_ BitVec 4))
(assert (forall ((x (_ BitVec 4))) (bvuge (twice x) x)))
(check-sat)
