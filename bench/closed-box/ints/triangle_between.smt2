; medium: no triangular number between 45 and 55 for n up to 30
(set-info :status unsat)
(set-logic ALL)
(declare-cb triangle (Int) Int :lib "boxes.c" :symbol "triangle")
(declare-const n Int)
(assert (<= 0 n 30))
(assert (< 45 (triangle n) 55))
(check-sat)
