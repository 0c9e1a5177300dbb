; RUN: solve
; EXIT: 3
; EXPECT: (error "unbound.smt2:12:1: unbound closed box 'nowhere': give --lib FILE.c or FILE.so that defines it, or :symbol")
; RUN: solve --lib with/other.c
; EXIT: 3
; EXPECT: (error "unbound.smt2:12:1: unbound closed box 'nowhere': give --lib FILE.c or FILE.so that defines it, or :symbol")
; RUN: solve --keep-going
; EXIT: 3
; EXPECT: (error "unbound.smt2:12:1: unbound closed box 'nowhere': give --lib FILE.c or FILE.so that defines it, or :symbol")
; EXPECT: unknown
; ERR: .
(declare-cb nowhere ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (nowhere x) x))
(check-sat)
