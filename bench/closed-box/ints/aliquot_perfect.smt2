; easy: a perfect number above 6
(set-info :status sat)
(set-logic ALL)
(declare-cb aliquot (Int) Int :lib "boxes.c" :symbol "aliquot")
(declare-const n Int)
(assert (= (aliquot n) n))
(assert (< 6 n 60))
(check-sat)
