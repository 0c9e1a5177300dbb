; RUN: solve --lib nosuch.c
; EXIT: 4
; ERR: --lib nosuch.c: 
; NOT: ^(sat|unsat|unknown)
(declare-cb half ((_ BitVec 32)) (_ BitVec 32))
(assert (= (half #x00000004) #x00000002))
(check-sat)
