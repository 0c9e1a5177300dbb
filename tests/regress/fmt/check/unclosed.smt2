; RUN: fmt -
; EXIT: 3
; ERR: ^stdin:
(assert (and