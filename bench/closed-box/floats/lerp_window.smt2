; medium: a parameter that brings two blends into two windows
(set-info :status sat)
(set-logic ALL)
(declare-cb lerp ((_ FloatingPoint 8 24) (_ FloatingPoint 8 24) (_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "lerp")
(declare-const t (_ FloatingPoint 8 24))
(assert (fp.gt (lerp ((_ to_fp 8 24) RNE 0.0) ((_ to_fp 8 24) RNE 100.0) t) ((_ to_fp 8 24) RNE 33.0)))
(assert (fp.lt (lerp ((_ to_fp 8 24) RNE 0.0) ((_ to_fp 8 24) RNE 100.0) t) ((_ to_fp 8 24) RNE 33.5)))
(assert (fp.lt (lerp ((_ to_fp 8 24) RNE 80.0) (fp.neg ((_ to_fp 8 24) RNE 40.0)) t) ((_ to_fp 8 24) RNE 40.25)))
(check-sat)
