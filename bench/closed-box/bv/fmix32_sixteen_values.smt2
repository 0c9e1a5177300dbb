; medium: none of sixteen consecutive inputs gives a value below 2^20
(set-info :status unsat)
(set-logic ALL)
(declare-cb fmix32 ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "fmix32")
(declare-const x (_ BitVec 32))
(assert (and (bvule #x00001000 x) (bvult x #x00001010)))
(assert (bvult (fmix32 x) #x00100000))
(check-sat)
