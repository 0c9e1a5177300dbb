; medium: no key sends two texts to one: 512 points
(set-info :status unsat)
(set-logic ALL)
(declare-cb cipher4 ((_ BitVec 8) (_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "cipher4")
(declare-const k (_ BitVec 8))
(assert (= (cipher4 k #x1) (cipher4 k #x2)))
(check-sat)
