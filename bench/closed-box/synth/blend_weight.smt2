; easy: one weight for two pairs of bytes
(set-info :status sat)
(set-logic ALL)
(declare-cb blend ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "blend")
(declare-const t (_ BitVec 8))
(assert (= (blend t #x10 #xf0) #x64))
(assert (bvugt (blend t #xff #x00) #x90))
(check-sat)
