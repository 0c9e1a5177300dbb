; The library ends a division by zero with a signal.
; library: libgmp.so.10
(set-info :status unknown)
(declare-cb fibonacci_mod ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const n (_ BitVec 32))
(assert (bvult n (_ bv100 32)))
(assert (= (fibonacci_mod n #x00000000) #x00000001))
(check-sat)
