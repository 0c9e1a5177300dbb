; What a box answers where it may do everything is what counts; where the sandbox stops it, it has no value.
; RUN: solve --lib with/boxes.c --timeout 60 --sandbox off
; ERR: can see files
; EXPECT: unsat
; RUN: solve --lib with/boxes.c --timeout 60
; ERR: can see files
; EXPECT: unknown
; ERR: the sandbox refuses its system call 'openat'; --box-may write=DIR allows it
(declare-cb writes ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (writes x) #x00))
(check-sat)
