; RUN: solve
; EXPECT: sat
; EXPECT: unsat
; EXPECT: sat
(define-ctype |char *| (_ BitVec 64))
(define-ctype int (_ BitVec 32))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-cb strcmp (|char *| |char *|) int)
(alloc #x0000000000001000 3 "414200")
(assert (= (strlen #x0000000000001000) #x0000000000000002))
(assert (= (strlen #x0000000000001001) #x0000000000000001))
(check-sat)
(push 1)
(assert (= (strlen #x0000000000001002) #x0000000000000001))
(check-sat)
(pop 1)
(check-sat)
