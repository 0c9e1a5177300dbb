; The next random number is no function.
; library: libc.so.6
(set-info :status unknown)
(declare-cb next_random ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00010000))
(assert (= (next_random x) #x87654321))
(check-sat)
