; RUN: solve
; EXIT: 3
; EXPECT: (error "declared_twice.smt2:5:1: 'x' is already declared with this signature")
(declare-const x Int)
(declare-const x Int)
