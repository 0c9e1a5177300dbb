; easy: 4 bits, but no reply from 8 on: the table has holes
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-cb five_bits ((_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "five_bits")
(declare-const x (_ BitVec 4))
(assert (= (five_bits x) #x3))
(check-sat)
