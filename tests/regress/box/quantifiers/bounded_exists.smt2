; RUN: solve -q --lib with/boxes.c --timeout 20
; EXPECT: sat
(declare-cb square (Int) Int)
(declare-const k Int)
(assert (exists ((n Int)) (and (< 10 n 20) (= (square n) k))))
(assert (> k 300))
(check-sat)
