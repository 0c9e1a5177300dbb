; RUN: solve -q --lib with/boxes.c --timeout 20
; EXPECT: unsat
(declare-cb square (Int) Int)
(assert (forall ((n Int)) (=> (and (<= 0 n) (< n 30)) (< (square n) 800))))
(check-sat)
