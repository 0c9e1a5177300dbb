; The text that a box compares with is seen, and tried.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: sat
; EXPECT: ((s "open sesame"))
(declare-cb gate (String) (_ BitVec 32))
(declare-const s String)
(assert (= (gate s) #x00000007))
(check-sat)
(get-value (s))
