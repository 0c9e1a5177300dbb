; Two comparisons, of which the second is only made after the first.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: sat
(declare-cb gate (String) (_ BitVec 32))
(declare-const s String)
(assert (= (gate s) #x00000008))
(check-sat)
