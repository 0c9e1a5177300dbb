; A fresh UUID is no function.
; library: libuuid.so.1
(set-info :status unknown)
(declare-cb uuid_fresh ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00000010))
(assert (= (uuid_fresh x) #x00000001))
(check-sat)
