; medium: the number whose Gray code is 0x30f0cc55
(set-info :status sat)
(set-logic ALL)
(declare-cb gray32 ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "gray32")
(declare-const x (_ BitVec 32))
(assert (= (gray32 x) #x30f0cc55))
(check-sat)
