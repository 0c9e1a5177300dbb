; easy: the root is 1.5
(set-info :status sat)
(set-logic ALL)
(declare-cb sqrt ((_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.eq (sqrt x) ((_ to_fp 11 53) RNE 1.5)))
(check-sat)
