; Where a call never ends there is no value, and no answer.
; RUN: solve --lib with/boxes.c --timeout 110
; EXPECT: unknown
; ERR: a closed box has no value
(declare-cb hangs_there ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (hangs_there x) #x1b))
(check-sat)
