; easy: the text says 17
(set-info :status unsat)
(set-logic ALL)
(declare-cb atoi4 ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32) :lib "boxes.c" :symbol "atoi4")
(declare-const c (_ BitVec 8))
(assert (= c #x37))
(assert (not (= (atoi4 #x31 c #x00 #x00) (_ bv17 32))))
(check-sat)
