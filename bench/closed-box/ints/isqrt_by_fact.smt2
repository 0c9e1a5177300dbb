; easy: the root of 2,000 is 44
(set-info :status unsat)
(set-logic ALL)
(declare-cb isqrt (Int) Int :lib "boxes.c" :symbol "isqrt")
(declare-const x Int)
(assert (= x (isqrt 2000)))
(assert (or (< x 44) (> x 44)))
(check-sat)
