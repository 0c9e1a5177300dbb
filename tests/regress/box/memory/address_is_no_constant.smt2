; RUN: solve
; EXIT: 3
; EXPECT: (error "address_is_no_constant.smt2:11:1: alloc: the address must be a constant of 64 bits")
(define-ctype |char *| (_ BitVec 64))
(define-ctype int (_ BitVec 32))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-cb strcmp (|char *| |char *|) int)
(declare-const b (_ BitVec 8))
(declare-const p (_ BitVec 64))
(alloc p 1 b)
