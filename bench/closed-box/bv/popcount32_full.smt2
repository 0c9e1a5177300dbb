; medium: 17 bits set below 2^17: one solution
(set-info :status sat)
(set-logic ALL)
(declare-cb popcount32 ((_ BitVec 32)) (_ BitVec 8) :lib "boxes.c" :symbol "popcount32")
(declare-const x (_ BitVec 32))
(assert (= (popcount32 x) #x11))
(assert (bvult x #x00020000))
(check-sat)
