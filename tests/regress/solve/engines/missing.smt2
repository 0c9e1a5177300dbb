; RUN: solve --engine no-such-solver
; EXIT: 5
; ERR: no-such-solver
(check-sat)
