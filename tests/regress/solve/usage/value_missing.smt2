; RUN: solve {} --timeout
; EXIT: 2
; ERR: --timeout
(check-sat)
