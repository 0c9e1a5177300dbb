; strtok goes on where the last call was.
; library: libc.so.6
(set-info :status unknown)
(declare-cb token ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00001000))
(assert (= (token x) #x0000007a))
(check-sat)
