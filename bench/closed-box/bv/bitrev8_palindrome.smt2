; easy: a byte that is its own mirror, with its ends set
(set-info :status sat)
(set-logic ALL)
(declare-cb bitrev8 ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "bitrev8")
(declare-const x (_ BitVec 8))
(assert (= (bitrev8 x) x))
(assert (= ((_ extract 7 7) x) #b1))
(assert (bvugt (bvand x #x3c) #x10))
(check-sat)
