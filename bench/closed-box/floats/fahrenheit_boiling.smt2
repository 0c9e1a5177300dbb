; easy: when is it 207 degrees?
(set-info :status sat)
(set-logic ALL)
(declare-cb fahrenheit ((_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "fahrenheit")
(declare-const c (_ FloatingPoint 8 24))
(assert (fp.eq (fahrenheit c) ((_ to_fp 8 24) RNE 207.0)))
(check-sat)
