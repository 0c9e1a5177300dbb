; A gap between primes of at least 34 below 65,536.
; library: libgmp.so.10
(set-info :status sat)
(declare-cb next_prime ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00010000))
(assert (bvuge (bvsub (next_prime x) x) (_ bv34 32)))
(check-sat)
