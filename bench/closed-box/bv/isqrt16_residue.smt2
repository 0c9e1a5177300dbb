; easy: root 200 and a residue modulo 7
(set-info :status sat)
(set-logic ALL)
(declare-cb isqrt16 ((_ BitVec 16)) (_ BitVec 8) :lib "boxes.c" :symbol "isqrt16")
(declare-const x (_ BitVec 16))
(assert (= (isqrt16 x) #xc8))
(assert (= (bvurem x #x0007) #x0003))
(assert (= ((_ extract 0 0) x) #b1))
(check-sat)
