; easy: 100 / 7 is 14
(set-info :status unsat)
(set-logic ALL)
(declare-cb divide ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "divide")
(declare-const x (_ BitVec 32))
(assert (= x (divide (_ bv100 32) (_ bv7 32))))
(assert (bvugt x (_ bv14 32)))
(check-sat)
