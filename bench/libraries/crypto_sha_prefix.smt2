; A counter whose SHA-256 begins with beef.
; library: libcrypto.so.3
(set-info :status sat)
(declare-cb sha256_prefix ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= ((_ extract 31 16) (sha256_prefix x)) #xbeef))
(check-sat)
