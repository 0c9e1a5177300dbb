; The prime factors of 10,403.
; library: libgmp.so.10
(set-info :status sat)
(declare-cb is_prime ((_ BitVec 32)) Bool)
(declare-const p (_ BitVec 32))
(declare-const r (_ BitVec 32))
(assert (and (bvugt p #x00000001) (bvult p r) (bvult r #x00010000)))
(assert (= (bvmul p r) (_ bv10403 32)))
(assert (is_prime p))
(assert (is_prime r))
(check-sat)
