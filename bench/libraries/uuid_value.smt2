; The two digits of a byte, capitals.
; library: libuuid.so.1
(set-info :status sat)
(declare-cb uuid_byte ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 16))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (= (uuid_byte a b) #x00c3))
(assert (bvult a #x60))
(check-sat)
