; 17 is no square modulo 65,521.
; library: libgmp.so.10
(set-info :status unsat)
(declare-cb power_mod ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00010000))
(assert (= (power_mod x #x00000002 (_ bv65521 32)) (_ bv17 32)))
(check-sat)
