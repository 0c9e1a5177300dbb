; medium: saturating addition is associative: 4,096 points, boxes in boxes
(set-info :status unsat)
(set-logic ALL)
(declare-cb sat_add4 ((_ BitVec 4) (_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "sat_add4")
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(declare-const z (_ BitVec 4))
(assert (not (= (sat_add4 (sat_add4 x y) z) (sat_add4 x (sat_add4 y z)))))
(check-sat)
