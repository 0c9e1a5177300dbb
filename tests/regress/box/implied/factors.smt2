; Divisors of a number are few: 101 and 103.
; RUN: solve --lib with/boxes.c --timeout 60 --explain
; EXPECT: unsat
; ERR: all [0-9]+ points tried: 0 stay open
(declare-cb of_int (Int) (_ BitVec 32))
(declare-const p Int)
(declare-const r Int)
(assert (= (* p r) 10403))
(assert (< 1 p r))
(assert (= (of_int p) #x00000000))
(check-sat)
