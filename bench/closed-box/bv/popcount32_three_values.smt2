; easy: three candidates, none of which has seven bits: three facts
(set-info :status unsat)
(set-logic ALL)
(declare-cb popcount32 ((_ BitVec 32)) (_ BitVec 8) :lib "boxes.c" :symbol "popcount32")
(declare-const x (_ BitVec 32))
(assert (or (= x #x0000ffff) (= x #x00000001) (= x #x12345678)))
(assert (= (popcount32 x) #x07))
(check-sat)
