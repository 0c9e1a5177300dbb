; What alloc gave is gone with its level.
; RUN: solve
; EXPECT: sat
; EXPECT: unsat
(define-ctype |char *| (_ BitVec 64))
(define-ctype int (_ BitVec 32))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-cb strcmp (|char *| |char *|) int)
(push 1)
(alloc #x0000000000001000 2 "4100")
(assert (= (strlen #x0000000000001000) #x0000000000000001))
(check-sat)
(pop 1)
(alloc #x0000000000001000 2 "0000")
(assert (= (strlen #x0000000000001000) #x0000000000000001))
(check-sat)
