; RUN: solve
; EXIT: 3
; EXPECT: (error "value_before_check.smt2:5:1: no model: the last check did not answer sat, or something was asserted since")
(declare-const x Int)
(get-value (x))
