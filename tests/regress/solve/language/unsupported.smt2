; Questions of other solvers are not errors; the answers stand.
; RUN: solve
; EXPECT: unsupported
; EXPECT: sat
; EXPECT: (+ x 2)
; EXPECT: unsupported
(declare-const x Int)
(assert (> x 0))
(get-abduct A (= x 1))
(check-sat)
(simplify (+ x 1 1) :elim-and true)
(get-proof)
