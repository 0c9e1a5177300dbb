; RUN: fmt --check --in-place
; EXIT: 2
; ERR: exclude each other
(check-sat)
