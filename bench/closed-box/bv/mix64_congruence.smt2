; easy: the same argument through an equation
(set-info :status unsat)
(set-logic ALL)
(declare-cb mix64 ((_ BitVec 64)) (_ BitVec 64) :lib "boxes.c" :symbol "mix64")
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(assert (= y (bvadd x #x0000000000000001)))
(assert (not (= (mix64 (mix64 y)) (mix64 (mix64 (bvadd x #x0000000000000001))))))
(check-sat)
