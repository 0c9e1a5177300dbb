; medium: a program: n and 2 n have the same digit sum, 3 n has 27
(set-info :status sat)
(set-logic ALL)
(declare-oracle-fun digits ./digits (Int) Int)
(declare-const n Int)
(assert (< 0 n 1000))
(assert (= (digits n) (digits (* 2 n))))
(assert (= (digits (* 3 n)) 27))
(check-sat)
