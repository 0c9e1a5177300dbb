; What has to hold for all values is looked at once more in the model.
; RUN: solve -v
; EXPECT: sat
; ERR: the model was checked
(declare-fun f (Int) Int)
(assert (forall ((i Int)) (>= (f i) 0)))
(check-sat)
