; medium: crashes everywhere except in a window that the formula names
(set-info :status sat)
(set-logic ALL)
(declare-cb narrow ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "narrow")
(declare-const x (_ BitVec 32))
(assert (bvuge x #x00001200))
(assert (bvult x #x00001300))
(assert (= (narrow x) #x0000000b))
(check-sat)
