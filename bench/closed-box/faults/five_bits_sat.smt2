; easy: replies with too many bits are none
(set-info :status sat)
(set-logic ALL)
(declare-cb five_bits ((_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "five_bits")
(declare-const x (_ BitVec 4))
(assert (= (five_bits x) #xb))
(check-sat)
