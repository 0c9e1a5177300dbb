; easy: the noise at 5 is not small: one call
(set-info :status unsat)
(set-logic ALL)
(declare-cb fmix32 ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "fmix32")
(declare-const x (_ BitVec 32))
(assert (= x (fmix32 #x00000005)))
(assert (bvult x #x00000010))
(check-sat)
