; RUN: fmt --check
; EXIT: 1
; EXPECT: not_formatted.smt2
; RUN: fmt --check --quiet
; EXIT: 1
(declare-const   x Int)
