; easy: an even number has no inverse modulo 16
(set-info :status unsat)
(set-logic ALL)
(declare-cb mul4 ((_ BitVec 4) (_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "mul4")
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(assert (= (mul4 x y) #x1))
(assert (= ((_ extract 0 0) x) #b0))
(check-sat)
