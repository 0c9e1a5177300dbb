; A function of the user's that has the name of a known one: a model is only used if that is asked for, and the function
; has the last word.
; RUN: solve --lib with/abs.c
; EXPECT: sat
; RUN: solve --lib with/abs.c --models on
; EXPECT: sat
(declare-cb abs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (abs x) #x00000107))
(assert (= ((_ extract 7 0) x) #x00))
(check-sat)
