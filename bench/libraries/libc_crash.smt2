; strlen where nothing is mapped.
; library: libc.so.6
(set-info :status unknown)
(declare-cb length_at ((_ BitVec 64)) (_ BitVec 64))
(declare-const p (_ BitVec 64))
(assert (bvult p (_ bv4096 64)))
(assert (= (length_at p) (_ bv5 64)))
(check-sat)
