; Bounds, bits and a remainder that no single literal says.
; RUN: solve --lib with/boxes.c --timeout 60 --explain
; EXPECT: unsat
; ERR: implied: \(= \(mod x 8640\) 17\)
; ERR: implied: \(<= x [0-9]+\)
(declare-cb of_int (Int) (_ BitVec 32))
(declare-const x Int)
(declare-const days Int)
(declare-const tenths Int)
(assert (= (- (* 2 x) 34) (+ (* 17280 days) (* 0 tenths))))
(assert (< (* days days) 1000001))
(assert (>= (+ days days) 0))
(assert (= (of_int x) #x00000000))
(check-sat)
