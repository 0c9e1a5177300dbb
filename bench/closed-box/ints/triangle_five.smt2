; medium: solve triangle(n) = 5050
(set-info :status sat)
(set-logic ALL)
(declare-cb triangle (Int) Int :lib "boxes.c" :symbol "triangle")
(declare-const n Int)
(assert (= (triangle n) 5050))
(check-sat)
