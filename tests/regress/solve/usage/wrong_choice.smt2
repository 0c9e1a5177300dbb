; RUN: solve --mode fast
; EXIT: 2
; ERR: --mode
(check-sat)
