; easy: a discrete logarithm modulo 251
(set-info :status sat)
(set-logic ALL)
(declare-cb pow3_mod251 ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "pow3_mod251")
(declare-const x (_ BitVec 8))
(assert (= (pow3_mod251 x) (_ bv20 8)))
(check-sat)
