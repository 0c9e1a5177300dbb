; RUN: solve -q --lib with/boxes.c --timeout 20
; EXPECT: sat
(declare-cb square (Int) Int)
(assert (forall ((n Int)) (=> (and (<= 0 n) (< n 29)) (< (square n) 800))))
(check-sat)
