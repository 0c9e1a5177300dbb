; A model in which something does not hold for all values, as the solver says it does.
; RUN: solve --engine with/liar -
; EXPECT: unknown
; ERR: wrong model: it makes this false
(declare-const x Int)
(assert (forall ((y Int)) (=> (> y 3) (> y x))))
(check-sat)
