(set-logic LIA)
(assert (forall ((x Int)) (exists ((y Int)) (> y x))))
(check-sat)
