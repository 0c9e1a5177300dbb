; The number that has no absolute value.
; library: libc.so.6
(set-info :status sat)
(declare-cb abs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvslt (abs x) #x00000000))
(check-sat)
