; medium: a cube root within a thousandth of 3, from above
; witness: (x ((_ to_fp 11 53) RNE 27.0001))
(set-info :status sat)
(set-logic ALL)
(declare-cb cbrt ((_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.lt (fp.abs (fp.sub RNE (cbrt x) ((_ to_fp 11 53) RNE 3.0))) ((_ to_fp 11 53) RNE 0.001)))
(assert (fp.gt x ((_ to_fp 11 53) RNE 27.0)))
(check-sat)
