; easy: factor 143 with small factors
(set-info :status sat)
(set-logic ALL)
(declare-cb mul16 ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "mul16")
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (= (mul16 x y) #x008f))
(assert (and (bvult #x0001 x) (bvult x y) (bvult y #x0020)))
(check-sat)
