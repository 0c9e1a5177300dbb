; A generator of random numbers is no function.
; library: libcrypto.so.3
(set-info :status unknown)
(declare-cb random_key ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (random_key x) #x12345678))
(check-sat)
