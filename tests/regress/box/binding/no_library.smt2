; RUN: solve --lib with/junk.so
; EXIT: 3
; OUT: cannot be loaded: .*junk.so
; NOT: ^(sat|unsat|unknown)
(declare-cb half ((_ BitVec 32)) (_ BitVec 32))
(assert (= (half #x00000004) #x00000002))
(check-sat)
