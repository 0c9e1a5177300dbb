; easy: the parameter for 12.5 between 10 and 20
(set-info :status sat)
(set-logic ALL)
(declare-cb lerp ((_ FloatingPoint 8 24) (_ FloatingPoint 8 24) (_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "lerp")
(declare-const t (_ FloatingPoint 8 24))
(assert (fp.eq (lerp ((_ to_fp 8 24) RNE 10.0) ((_ to_fp 8 24) RNE 20.0) t) ((_ to_fp 8 24) RNE 12.5)))
(check-sat)
