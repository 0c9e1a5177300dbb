; medium: the state before 0xcafe
(set-info :status sat)
(set-logic ALL)
(declare-cb xorshift16 ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "xorshift16")
(declare-const x (_ BitVec 16))
(assert (= (xorshift16 x) #xcafe))
(check-sat)
