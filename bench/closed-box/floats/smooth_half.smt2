; medium: where the curve passes 0.15625
(set-info :status sat)
(set-logic ALL)
(declare-cb smooth ((_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "smooth")
(declare-const x (_ FloatingPoint 8 24))
(assert (fp.eq (smooth x) ((_ to_fp 8 24) RNE 0.15625)))
(check-sat)
