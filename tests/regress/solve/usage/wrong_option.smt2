; RUN: solve --tiemout 3
; EXIT: 2
; ERR: did you mean --timeout
(check-sat)
