; RUN: solve
; EXIT: 3
; EXPECT: (error "too_few_digits.smt2:9:1: alloc: two hexadecimal digits for each byte are wanted")
(define-ctype |char *| (_ BitVec 64))
(define-ctype int (_ BitVec 32))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-cb strcmp (|char *| |char *|) int)
(alloc #x0000000000001000 3 "4142")
