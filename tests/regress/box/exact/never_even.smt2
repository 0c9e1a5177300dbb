; All 256 values are tried: there is none.
; RUN: solve --lib with/boxes.c --timeout 60
; ERR: can see files
; EXPECT: unsat
(declare-cb odd8 ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (bvand (odd8 x) #x03) #x02))
(check-sat)
