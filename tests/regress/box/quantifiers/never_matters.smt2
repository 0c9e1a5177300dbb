; RUN: solve -q --lib with/boxes.c --timeout 20
; EXPECT: sat
(declare-cb square (Int) Int)
(assert (forall ((n Int)) (=> (< 5 n 6) (= (square n) 7))))
(check-sat)
