; easy: Real: one call decides
(set-info :status unsat)
(set-logic ALL)
(declare-cb stepped (Real) Real :lib "boxes.c" :symbol "stepped")
(declare-const x Real)
(assert (= x (stepped 128.0)))
(assert (> x 118.5))
(check-sat)
