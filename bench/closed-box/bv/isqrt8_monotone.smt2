; medium: the root is monotone: 256 points, two applications
(set-info :status unsat)
(set-logic ALL)
(declare-cb isqrt8 ((_ BitVec 8)) (_ BitVec 4) :lib "boxes.c" :symbol "isqrt8")
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (bvult x y))
(assert (bvugt (isqrt8 x) (isqrt8 y)))
(check-sat)
