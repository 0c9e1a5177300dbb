; easy: a program that answers with words beyond 10
(set-info :status sat)
(set-logic ALL)
(declare-oracle-fun garbage ./garbage (Int) Int)
(declare-const n Int)
(assert (= (garbage n) 8))
(check-sat)
