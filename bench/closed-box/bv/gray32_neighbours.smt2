; easy: neighbours differ in bit 5 of their Gray codes
(set-info :status sat)
(set-logic ALL)
(declare-cb gray32 ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "gray32")
(declare-const x (_ BitVec 32))
(assert (= (bvxor (gray32 x) (gray32 (bvadd x #x00000001))) #x00000020))
(assert (bvugt x #x00012345))
(check-sat)
