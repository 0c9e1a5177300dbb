; Two neighbouring counters whose SHA-1 begin with 42 and 43.
; library: libcrypto.so.3
(set-info :status sat)
(declare-cb sha1_prefix ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= ((_ extract 31 24) (sha1_prefix x)) #x42))
(assert (= ((_ extract 31 24) (sha1_prefix (bvadd x #x00000001))) #x43))
(check-sat)
