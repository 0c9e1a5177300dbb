; easy: equal arguments through an equation
(set-info :status unsat)
(set-logic ALL)
(declare-cb norm2 ((_ FloatingPoint 8 24) (_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "norm2")
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (= x (fp.neg y)))
(assert (not (= (norm2 x y) (norm2 (fp.neg y) y))))
(check-sat)
