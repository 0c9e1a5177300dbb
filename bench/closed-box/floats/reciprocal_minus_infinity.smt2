; easy: only -0 has the reciprocal -infinity
(set-info :status sat)
(set-logic ALL)
(declare-cb reciprocal ((_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "reciprocal")
(declare-const x (_ FloatingPoint 8 24))
(assert (= (reciprocal x) (_ -oo 8 24)))
(check-sat)
