; easy: abs(-5) is 5
(set-info :status unsat)
(set-logic ALL)
(declare-cb abs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= x #xfffffffb))
(assert (not (= (abs x) #x00000005)))
(check-sat)
