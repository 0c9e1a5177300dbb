; medium: a number above 1,000 whose reciprocal's reciprocal is itself
(set-info :status sat)
(set-logic ALL)
(declare-cb reciprocal ((_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "reciprocal")
(declare-const x (_ FloatingPoint 8 24))
(assert (fp.eq (reciprocal (reciprocal x)) x))
(assert (fp.gt x ((_ to_fp 8 24) RNE 1000.0)))
(assert (fp.lt x ((_ to_fp 8 24) RNE 1100.0)))
(check-sat)
