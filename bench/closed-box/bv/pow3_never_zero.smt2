; easy: a power of 3 is not divisible by 251
(set-info :status unsat)
(set-logic ALL)
(declare-cb pow3_mod251 ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "pow3_mod251")
(declare-const x (_ BitVec 8))
(assert (= (pow3_mod251 x) #x00))
(check-sat)
