; RUN: solve --timeout soon
; EXIT: 2
; ERR: not 'soon'
(check-sat)
