; medium: the first bit is the 20th, and others are given
(set-info :status sat)
(set-logic ALL)
(declare-cb ffs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (ffs x) #x00000014))
(assert (= ((_ extract 31 24) x) #xa5))
(check-sat)
