; No gap of more than 72 there.
; library: libgmp.so.10
(set-info :status unsat)
(declare-cb next_prime ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00010000))
(assert (bvugt (bvsub (next_prime x) x) (_ bv72 32)))
(check-sat)
