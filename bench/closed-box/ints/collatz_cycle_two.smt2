; medium: no cycle of length two below 25
(set-info :status unsat)
(set-logic ALL)
(declare-cb collatz (Int) Int :lib "boxes.c" :symbol "collatz")
(declare-const n Int)
(assert (< 0 n 25))
(assert (= (collatz (collatz n)) n))
(check-sat)
