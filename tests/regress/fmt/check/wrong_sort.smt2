; RUN: fmt --check
; EXIT: 3
; ERR: ^wrong_sort.smt2:
(declare-const x Int)
(assert   (bvadd x x))
