; Confirmation runs without observation and sees the same.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: sat
(declare-cb compares (String) (_ BitVec 32))
(declare-const s String)
(declare-const t String)
(assert (= (compares s) #xffffffff))
(assert (= (compares t) #x00000001))
(check-sat)
