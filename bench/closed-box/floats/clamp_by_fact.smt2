; easy: one call decides
(set-info :status unsat)
(set-logic ALL)
(declare-cb clampf ((_ FloatingPoint 8 24) (_ FloatingPoint 8 24) (_ FloatingPoint 8 24)) (_ FloatingPoint 8 24) :lib "boxes.c" :symbol "clampf")
(declare-const x (_ FloatingPoint 8 24))
(assert (= x (clampf ((_ to_fp 8 24) RNE 5.0) ((_ to_fp 8 24) RNE 0.0) ((_ to_fp 8 24) RNE 1.0))))
(assert (not (fp.eq x ((_ to_fp 8 24) RNE 1.0))))
(check-sat)
