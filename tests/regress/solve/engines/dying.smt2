; RUN: solve --engine with/dying
; EXIT: 3
; EXPECT: unknown
; EXPECT: (error "dying.smt2:9:1: no model: the last check did not answer sat, or something was asserted since")
; ERR: .
(declare-const x Int)
(assert (= (* 3 x) 21))
(check-sat)
(get-value (x))
