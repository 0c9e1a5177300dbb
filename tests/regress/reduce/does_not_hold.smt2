; RUN: reduce {} -- false
; EXIT: 1
; ERR: does_not_hold.smt2: the check does not hold
(declare-const x Int)
(check-sat)
