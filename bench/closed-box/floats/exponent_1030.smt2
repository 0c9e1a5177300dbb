; medium: a biased exponent and a bound
(set-info :status sat)
(set-logic ALL)
(declare-cb exponent ((_ FloatingPoint 11 53)) (_ BitVec 11) :lib "boxes.c" :symbol "exponent")
(declare-const x (_ FloatingPoint 11 53))
(assert (= (exponent x) (_ bv1030 11)))
(assert (fp.lt x (fp.neg ((_ to_fp 11 53) RNE 200.0))))
(check-sat)
