; Divisors of a number are few; that one value is left, 101 * 103, is what SMT sees.
; RUN: solve --lib with/boxes.c --timeout 60 --explain
; EXPECT: unsat
; ERR: all [0-9]+ points tried: 0 stay open
; RUN: solve --lib with/boxes.c --timeout 60 --mode cdfl --explain
; EXPECT: unsat
; ERR: implied: \(= p 101\)
(declare-cb of_int (Int) (_ BitVec 32))
(declare-const p Int)
(declare-const r Int)
(assert (= (* p r) 10403))
(assert (< 1 p r))
(assert (= (of_int p) #x00000000))
(check-sat)
