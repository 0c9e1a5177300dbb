; easy: two bytes with 13 bits set and a given sum
(set-info :status sat)
(set-logic ALL)
(declare-cb popcount8 ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "popcount8")
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= (bvadd (popcount8 x) (popcount8 y)) #x0d))
(assert (= (bvadd x y) #x6a))
(check-sat)
