; medium: five calls of a slow box
(set-info :status unsat)
(set-logic ALL)
(declare-cb slow ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "slow")
(declare-const x (_ BitVec 16))
(assert (bvult x #x0005))
(assert (= (slow x) #x000d))
(check-sat)
