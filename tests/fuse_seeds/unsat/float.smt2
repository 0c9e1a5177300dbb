(set-logic QF_FP)
(declare-const f (_ FloatingPoint 3 5))
(assert (and (fp.isNaN f) (fp.eq f f)))
(check-sat)
