; No Fibonacci number is 4 modulo 16.
; library: libgmp.so.10
(set-info :status unsat)
(declare-cb fibonacci_mod ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const n (_ BitVec 32))
(assert (bvult n (_ bv3000 32)))
(assert (= (fibonacci_mod n (_ bv16 32)) (_ bv4 32)))
(check-sat)
