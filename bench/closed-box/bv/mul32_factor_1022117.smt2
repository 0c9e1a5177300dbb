; medium: factor 1009 * 1013 below 2^11
(set-info :status sat)
(set-logic ALL)
(declare-cb mul32 ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "mul32")
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (= (mul32 x y) (_ bv1022117 32)))
(assert (and (bvult #x00000001 x) (bvult x y) (bvult y #x00000800)))
(check-sat)
