; RUN: solve --timeout 60
; EXPECT: unsat
(define-ctype |char *| (_ BitVec 64))
(define-ctype int (_ BitVec 32))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-cb strcmp (|char *| |char *|) int)
(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))
(alloc #x0000000000001000 4 a)
(assert (= (select a #x00000003) #x00))
(assert (= (select a #x00000002) #x41))
(assert (= (select a #x00000001) #x00))
(assert (bvugt (strlen #x0000000000001000) #x0000000000000001))
(check-sat)
