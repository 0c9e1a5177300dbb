; medium: a state and its successor with the same high byte, neither small
(set-info :status sat)
(set-logic ALL)
(declare-cb xorshift16 ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "xorshift16")
(declare-const x (_ BitVec 16))
(assert (= ((_ extract 15 8) (xorshift16 x)) ((_ extract 15 8) x)))
(assert (bvugt x #x4000))
(assert (= ((_ extract 3 0) (xorshift16 (xorshift16 x))) #x7))
(check-sat)
