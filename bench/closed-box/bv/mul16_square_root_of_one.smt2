; medium: square roots of 1 modulo 2^16 other than 1 and -1
(set-info :status sat)
(set-logic ALL)
(declare-cb mul16 ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "mul16")
(declare-const x (_ BitVec 16))
(assert (= (mul16 x x) #x0001))
(assert (not (= x #x0001)))
(assert (not (= x #xffff)))
(check-sat)
