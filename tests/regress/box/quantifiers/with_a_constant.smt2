; RUN: solve -q --lib with/boxes.c --timeout 20
; EXPECT: sat
(declare-cb twice ((_ BitVec 4)) (_ BitVec 4))
(declare-const c (_ BitVec 4))
(assert (forall ((x (_ BitVec 4))) (=> (bvult x c) (bvuge (twice x) x))))
(assert (bvugt c #x5))
(check-sat)
