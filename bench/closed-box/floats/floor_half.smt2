; easy: exactly half above its floor, beyond a thousand
(set-info :status sat)
(set-logic ALL)
(declare-cb floor ((_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.eq (fp.add RNE (floor x) ((_ to_fp 11 53) RNE 0.5)) x))
(assert (fp.gt x ((_ to_fp 11 53) RNE 1000.0)))
(check-sat)
