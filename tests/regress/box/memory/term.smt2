; RUN: solve
; EXPECT: sat
; EXPECT: ((b #x41))
; EXPECT: unsat
(define-ctype |char *| (_ BitVec 64))
(define-ctype int (_ BitVec 32))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-cb strcmp (|char *| |char *|) int)
(declare-const b (_ BitVec 8))
(alloc #x0000000000001000 2 #x0041)
(alloc #x0000000000002000 1 b)
(alloc #x0000000000002001 1 #x00)
(assert (= (strcmp #x0000000000001000 #x0000000000002000) #x00000000))
(check-sat)
(get-value (b))
(assert (distinct b #x41))
(check-sat)
