; medium: the number whose absolute value is negative
(set-info :status sat)
(set-logic ALL)
(declare-cb abs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvslt (abs x) #x00000000))
(check-sat)
