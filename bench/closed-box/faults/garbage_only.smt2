; medium: only where the program gives no number
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-oracle-fun garbage ./garbage (Int) Int)
(declare-const n Int)
(assert (= (garbage n) 16))
(assert (< 0 n))
(check-sat)
