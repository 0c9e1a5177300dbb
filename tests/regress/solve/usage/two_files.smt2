; RUN: solve other.smt2
; EXIT: 2
; ERR: one FILE
(check-sat)
