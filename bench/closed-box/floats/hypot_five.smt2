; easy: the other side of a right triangle
; witness: (y ((_ to_fp 11 53) RNE (- 4.0)))
(set-info :status sat)
(set-logic ALL)
(declare-cb hypot ((_ FloatingPoint 11 53) (_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.eq (hypot ((_ to_fp 11 53) RNE 3.0) y) ((_ to_fp 11 53) RNE 5.0)))
(assert (fp.lt y ((_ to_fp 11 53) RNE 0.0)))
(check-sat)
