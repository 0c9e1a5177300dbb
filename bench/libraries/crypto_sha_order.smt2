; A counter of 20 bits with a small SHA-1.
; library: libcrypto.so.3
(set-info :status sat)
(declare-cb sha1_prefix ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00100000))
(assert (bvult (sha1_prefix x) #x00010000))
(check-sat)
