; easy: a small letter that becomes Q
(set-info :status sat)
(set-logic ALL)
(declare-cb toupper ((_ BitVec 32)) (_ BitVec 32))
(declare-cb islower ((_ BitVec 32)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(assert (= (toupper ((_ zero_extend 24) c)) #x00000051))
(assert (not (= (islower ((_ zero_extend 24) c)) #x00000000)))
(check-sat)
