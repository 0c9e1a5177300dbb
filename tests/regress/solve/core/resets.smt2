; RUN: solve
; EXPECT: unsat
; EXPECT: sat
; EXPECT: sat
(declare-const x Bool)
(assert false)
(check-sat)
(reset-assertions)
(declare-const x Bool)
(check-sat)
(reset)
(declare-const x Int)
(assert (= x 1))
(check-sat)
(exit)
(check-sat)
