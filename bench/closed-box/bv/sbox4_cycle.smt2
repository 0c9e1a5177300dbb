; easy: a cycle of length three or more in the S-box
(set-info :status sat)
(set-logic ALL)
(declare-cb sbox4 ((_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "sbox4")
(declare-const x (_ BitVec 4))
(assert (not (= (sbox4 (sbox4 x)) x)))
(assert (= (sbox4 (sbox4 (sbox4 (sbox4 (sbox4 (sbox4 x)))))) x))
(check-sat)
