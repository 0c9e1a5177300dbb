; RUN: solve
; EXIT: 3
; EXPECT: (error "negative_literal.smt2:5:14: unknown symbol '-5'; negative numbers are written (- 5)")
(declare-const x Int)
(assert (= x -5))
