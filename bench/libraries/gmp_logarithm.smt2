; A discrete logarithm.
; library: libgmp.so.10
(set-info :status sat)
(declare-cb power_mod ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const e (_ BitVec 32))
(assert (bvult e #x00010000))
(assert (= (power_mod (_ bv17 32) e (_ bv65521 32)) (_ bv4711 32)))
(check-sat)
