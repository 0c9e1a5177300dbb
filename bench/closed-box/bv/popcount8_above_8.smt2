; easy: no byte has more than eight bits set
(set-info :status unsat)
(set-logic ALL)
(declare-cb popcount8 ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "popcount8")
(declare-const x (_ BitVec 8))
(assert (bvugt (popcount8 x) #x08))
(check-sat)
