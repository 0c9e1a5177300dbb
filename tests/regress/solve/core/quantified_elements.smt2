; The model says which elements a declared sort has: our evaluator tries them all.
; RUN: solve -v
; EXPECT: sat
; ERR: the model was checked
(declare-sort U 0)
(declare-fun before (U U) Bool)
(declare-const a U)
(declare-const b U)
(assert (distinct a b))
(assert (forall ((x U) (y U)) (=> (before x y) (not (before y x)))))
(assert (forall ((x U)) (exists ((y U)) (or (before x y) (= x y)))))
(assert (before a b))
(check-sat)
