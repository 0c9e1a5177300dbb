(declare-const r Real)
(declare-const s Real)
(assert (< 1.0 r s))
(check-sat)
