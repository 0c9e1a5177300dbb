; medium: no operation and constant below 8 do this: 64 points
(set-info :status unsat)
(set-logic ALL)
(declare-cb alu ((_ BitVec 3) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "alu")
(declare-const o (_ BitVec 3))
(declare-const c (_ BitVec 8))
(assert (bvult c #x08))
(assert (= (alu o #x33 c) #xc5))
(check-sat)
