; RUN: solve --lib with/dies.c
; EXIT: 3
; OUT: cannot be loaded
; NOT: ^(sat|unsat|unknown)
(declare-cb half ((_ BitVec 32)) (_ BitVec 32))
(assert (= (half #x00000004) #x00000002))
(check-sat)
