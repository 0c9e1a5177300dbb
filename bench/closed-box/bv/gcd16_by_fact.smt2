; easy: gcd(5040, 4095) is 315: one call
(set-info :status unsat)
(set-logic ALL)
(declare-cb gcd16 ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "gcd16")
(assert (= (gcd16 (_ bv5040 16) (_ bv4095 16)) (_ bv105 16)))
(check-sat)
