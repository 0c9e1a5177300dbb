; easy: a bool that is 2 for half of its inputs
(set-info :status sat)
(set-logic ALL)
(declare-cb odd_bool ((_ BitVec 8)) Bool :lib "boxes.c" :symbol "odd_bool")
(declare-const x (_ BitVec 8))
(assert (odd_bool x))
(assert (bvugt x #x50))
(check-sat)
