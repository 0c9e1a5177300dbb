; RUN: solve -q --lib with/boxes.c --timeout 20
; EXPECT: sat
(declare-cb twice ((_ BitVec 4)) (_ BitVec 4))
(assert (forall ((x (_ BitVec 4))) (= (twice x) (bvadd x x))))
(check-sat)
