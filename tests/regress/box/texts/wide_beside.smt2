; RUN: solve --allow-code --timeout 60
; EXPECT: sat
; a constant that is no word beside a text
(set-arch X86)
(define-ctype |char *| (_ BitVec 64))
(define-ctype size_t (_ BitVec 64))
(declare-cb strlen (|char *|) size_t)
(declare-const x (_ BitVec 32))
(declare-const w (_ BitVec 128))
(alloc #x0000000000001000 4 x)
(alloc #x0000000000001004 1 "00")
(assert (= (strlen #x0000000000001000) #x0000000000000002))
(assert (= ((_ extract 31 0) w) x))
(check-sat)
