; The constant is found by the values that break its predecessors.
; RUN: solve -q --lib with/boxes.c --timeout 60 --limit instances=0
; EXPECT: sat
(declare-cb mix ((_ BitVec 32)) (_ BitVec 32))
(declare-const c (_ BitVec 32))
(assert (forall ((x (_ BitVec 8))) (bvule (mix ((_ zero_extend 24) x)) c)))
(assert (exists ((y (_ BitVec 8))) (= (mix ((_ zero_extend 24) y)) c)))
(check-sat)
