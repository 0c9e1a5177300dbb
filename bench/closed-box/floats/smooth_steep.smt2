; medium: a step of 0.125 in which the curve rises by more than 0.18
(set-info :status sat)
(set-logic ALL)
(declare-cb smooth ((_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "smooth")
(declare-const x (_ FloatingPoint 8 24))
(assert (fp.gt (fp.sub RNE (smooth (fp.add RNE x ((_ to_fp 8 24) RNE 0.125))) (smooth x)) ((_ to_fp 8 24) RNE 0.18)))
(assert (fp.gt x ((_ to_fp 8 24) RNE 0.375)))
(assert (fp.lt x ((_ to_fp 8 24) RNE 0.5)))
(check-sat)
