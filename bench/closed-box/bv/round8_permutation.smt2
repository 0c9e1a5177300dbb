; hard: with one key no two texts meet: 65,536 points
(set-info :status unsat)
(set-logic ALL)
(declare-cb round8 ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "round8")
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (not (= x y)))
(assert (= (round8 x #x5a) (round8 y #x5a)))
(check-sat)
