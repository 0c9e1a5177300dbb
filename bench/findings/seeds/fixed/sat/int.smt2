(declare-const i Int)
(declare-const j Int)
(assert (< 2 i j 9))
(check-sat)
