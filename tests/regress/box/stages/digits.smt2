; Six digits, each a stage, then their sum.
; RUN: solve --lib with/boxes.c --timeout 60
; EXPECT: sat
(declare-cb digits (String) Bool)
(declare-const s String)
(assert (digits s))
(check-sat)
