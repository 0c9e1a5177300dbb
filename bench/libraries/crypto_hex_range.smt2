; No digit is worth 16.
; library: libcrypto.so.3
(set-info :status unsat)
(declare-cb OPENSSL_hexchar2int ((_ BitVec 8)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(assert (bvsge (OPENSSL_hexchar2int c) #x00000010))
(check-sat)
