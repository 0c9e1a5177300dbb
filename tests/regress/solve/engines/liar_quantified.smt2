; What has no quantifier is checked also beside quantifiers.
; RUN: solve --engine with/liar -
; EXPECT: unknown
; ERR: wrong model
(declare-const x Int)
(assert (forall ((y Int)) (= y y)))
(assert (= x 5))
(check-sat)
