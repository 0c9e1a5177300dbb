; RUN: solve
; EXIT: 3
; EXPECT: (error "beyond_the_end.smt2:9:1: alloc: so many bytes do not fit there")
(define-ctype |char *| (_ BitVec 64))
(define-ctype int (_ BitVec 32))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-cb strcmp (|char *| |char *|) int)
(alloc #xfffffffffffffff0 100000 "00")
