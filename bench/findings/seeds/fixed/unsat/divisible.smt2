(declare-const x Real)
(assert (= x (- 1.0)))
(assert (not (= (to_int (ite ((_ divisible 2) (to_int x)) 0.0 x)) (- 1))))
(check-sat)
