; easy: two candidates, neither is right: two facts
(set-info :status unsat)
(set-logic ALL)
(declare-cb norm2 ((_ FloatingPoint 8 24) (_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "norm2")
(declare-const x (_ FloatingPoint 8 24))
(assert (or (= x ((_ to_fp 8 24) RNE 1.0)) (= x ((_ to_fp 8 24) RNE 2.0))))
(assert (fp.eq (norm2 x x) ((_ to_fp 8 24) RNE 3.0)))
(check-sat)
