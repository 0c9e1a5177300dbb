; easy: 4-bit multiplication commutes: 256 points
(set-info :status unsat)
(set-logic ALL)
(declare-cb mul4 ((_ BitVec 4) (_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "mul4")
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(assert (not (= (mul4 x y) (mul4 y x))))
(check-sat)
