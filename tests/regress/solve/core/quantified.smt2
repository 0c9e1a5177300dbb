; The solver's word is all there is, and -v says so.
; RUN: solve -v
; EXPECT: sat
; ERR: not checked
(declare-fun f (Int) Int)
(assert (forall ((i Int)) (>= (f i) 0)))
(check-sat)
