; easy: the only candidate is behind the null pointer
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-cb null_low ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "null_low")
(declare-const x (_ BitVec 16))
(assert (= (null_low x) #x5a5b))
(check-sat)
