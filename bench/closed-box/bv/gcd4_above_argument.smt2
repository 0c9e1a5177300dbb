; easy: gcd(x, y) is not above x unless x is 0
(set-info :status unsat)
(set-logic ALL)
(declare-cb gcd4 ((_ BitVec 4) (_ BitVec 4)) (_ BitVec 4) :lib "boxes.c" :symbol "gcd4")
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(assert (not (= x #x0)))
(assert (bvugt (gcd4 x y) x))
(check-sat)
