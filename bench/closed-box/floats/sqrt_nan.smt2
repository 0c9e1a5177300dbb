; easy: no number from a number
(set-info :status sat)
(set-logic ALL)
(declare-cb sqrt ((_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.isNaN (sqrt x)))
(assert (not (fp.isNaN x)))
(check-sat)
