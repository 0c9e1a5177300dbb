; easy: unsat whatever the liar says
(set-info :status unsat)
(set-logic ALL)
(declare-cb liar ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "liar")
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (bvult (bvand (liar x) #x000f) #x0008))
(assert (bvugt (bvand (liar x) #x0007) (bvand (liar x) #x000f)))
(check-sat)
