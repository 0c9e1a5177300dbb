; medium: where both scales show the same, up to a hundredth
(set-info :status sat)
(set-logic ALL)
(declare-cb fahrenheit ((_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "fahrenheit")
(declare-const c (_ FloatingPoint 8 24))
(assert (fp.lt (fp.abs (fp.sub RNE (fahrenheit c) c)) ((_ to_fp 8 24) RNE 0.01)))
(check-sat)
