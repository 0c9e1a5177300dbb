(declare-const r Real)
(assert (< r 1.0))
(assert (> r 2.0))
(check-sat)
