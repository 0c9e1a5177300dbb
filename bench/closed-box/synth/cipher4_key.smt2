; medium: a key for three pairs of nibbles
(set-info :status sat)
(set-logic ALL)
(declare-cb cipher4 ((_ BitVec 8) (_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "cipher4")
(declare-const k (_ BitVec 8))
(assert (= (cipher4 k #x3) (cipher4 #xa7 #x3)))
(assert (= (cipher4 k #x9) (cipher4 #xa7 #x9)))
(assert (= (cipher4 k #xc) (cipher4 #xa7 #xc)))
(check-sat)
