; The block of base64 that stands for "Man".
; library: libcrypto.so.3
(set-info :status sat)
(declare-cb base64_block ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(declare-const d (_ BitVec 8))
(assert (= (base64_block a b c d) #x004d616e))
(check-sat)
