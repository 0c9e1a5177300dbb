; medium: the sum of divisors exceeds n by 12
(set-info :status sat)
(set-logic ALL)
(declare-cb aliquot (Int) Int :lib "boxes.c" :symbol "aliquot")
(declare-const n Int)
(assert (= (aliquot n) (+ n 12)))
(assert (<= n 60))
(check-sat)
