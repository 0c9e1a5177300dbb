; hard: a millisecond a call
(set-info :status sat)
(set-logic ALL)
(declare-cb slow ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "slow")
(declare-const x (_ BitVec 16))
(assert (= (slow x) #x4d2b))
(check-sat)
