; medium: true only where the reply is no bool
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-cb odd_bool ((_ BitVec 8)) Bool :lib "boxes.c" :symbol "odd_bool")
(declare-const x (_ BitVec 8))
(assert (odd_bool x))
(assert (bvugt x #x7e))
(check-sat)
