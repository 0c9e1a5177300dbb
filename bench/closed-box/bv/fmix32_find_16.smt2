; medium: invert a bijection that looks like noise, 16 unknown bits
(set-info :status sat)
(set-logic ALL)
(declare-cb fmix32 ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "fmix32")
(declare-const x (_ BitVec 32))
(assert (= (fmix32 x) #x9165d9fa))
(assert (bvult x #x00010000))
(check-sat)
