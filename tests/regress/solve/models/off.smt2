; Every box is closed.
; RUN: solve --models off
; EXPECT: sat
; RUN: solve --models perhaps
; ERR: models
; EXIT: 2
(declare-cb toupper ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (toupper x) #x00000051))
(assert (not (= x #x00000051)))
(check-sat)
