; Only f is the digit 15.
; library: libuuid.so.1
(set-info :status unsat)
(declare-cb uuid_byte ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 16))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (and (bvuge (uuid_byte a b) #x00f0) (bvult (uuid_byte a b) #x0100)))
(assert (not (or (= a #x66) (= a #x46))))
(check-sat)
