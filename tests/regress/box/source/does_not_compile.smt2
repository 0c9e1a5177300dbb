; RUN: solve --allow-code
; EXIT: 3
; OUT: does not compile
; NOT: ^(sat|unsat|unknown)
(declare-cb f (Bool) Bool :source "bool f(")
