; None of the first 4,096 counters has a SHA-256 that begins with c0ffee.
; library: libcrypto.so.3
(set-info :status unsat)
(declare-cb sha256_prefix ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00001000))
(assert (= ((_ extract 31 8) (sha256_prefix x)) #xc0ffee))
(check-sat)
