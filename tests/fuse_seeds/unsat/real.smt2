(set-logic QF_LRA)
(declare-const x Real)
(assert (not (= (+ 1.0 x 6.0) (+ 7.0 x))))
(check-sat)
