; easy: Real: one and a half times x is x + 2.25
(set-info :status sat)
(set-logic ALL)
(declare-cb three_halves (Real) Real :lib "boxes.c" :symbol "three_halves")
(declare-const x Real)
(assert (= (three_halves x) (+ x 2.25)))
(check-sat)
