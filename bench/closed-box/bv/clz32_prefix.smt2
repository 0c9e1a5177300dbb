; easy: 13 leading zeros and given low bits
(set-info :status sat)
(set-logic ALL)
(declare-cb clz32 ((_ BitVec 32)) (_ BitVec 8) :lib "boxes.c" :symbol "clz32")
(declare-const x (_ BitVec 32))
(assert (= (clz32 x) #x0d))
(assert (= ((_ extract 15 0) x) #xbeef))
(check-sat)
