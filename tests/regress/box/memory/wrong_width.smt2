; RUN: solve
; EXIT: 3
; EXPECT: (error "wrong_width.smt2:10:1: alloc: the content is no bit-vector of so many bytes, no array of bytes and no string")
(define-ctype |char *| (_ BitVec 64))
(define-ctype int (_ BitVec 32))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-cb strcmp (|char *| |char *|) int)
(declare-const b (_ BitVec 8))
(alloc #x0000000000001000 2 b)
