; easy: a saturating sum is never below its arguments
(set-info :status unsat)
(set-logic ALL)
(declare-cb sat_add4 ((_ BitVec 4) (_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "sat_add4")
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(assert (bvult (sat_add4 x y) x))
(check-sat)
