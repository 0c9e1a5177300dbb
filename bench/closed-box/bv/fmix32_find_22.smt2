; hard: invert a bijection that looks like noise, 22 unknown bits
(set-info :status sat)
(set-logic ALL)
(declare-cb fmix32 ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "fmix32")
(declare-const x (_ BitVec 32))
(assert (= (fmix32 x) #x8560c57f))
(assert (bvult x #x00400000))
(check-sat)
