; medium: a single bit between two bounds
(set-info :status sat)
(set-logic ALL)
(declare-cb popcount32 ((_ BitVec 32)) (_ BitVec 8) :lib "boxes.c" :symbol "popcount32")
(declare-const x (_ BitVec 32))
(assert (= (popcount32 x) #x01))
(assert (bvugt x #x20000000))
(assert (bvult x #x80000000))
(check-sat)
