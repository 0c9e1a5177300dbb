; The small letter that is 13.
; library: libcrypto.so.3
(set-info :status sat)
(declare-cb OPENSSL_hexchar2int ((_ BitVec 8)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(assert (= (OPENSSL_hexchar2int c) #x0000000d))
(assert (bvuge c #x60))
(check-sat)
