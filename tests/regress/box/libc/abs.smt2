; A closed box of libc: its value in the model is what the function answers.
; RUN: solve
; EXPECT: sat
; EXPECT: ((x #xfffffffb)
; EXPECT:  ((abs x) #x00000005))
(declare-cb abs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (abs x) #x00000005))
(assert (bvslt x #x00000000))
(check-sat)
(get-value (x (abs x)))
