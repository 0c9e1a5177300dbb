; RUN: fmt
; keep me
(declare-const   x Int) ; and me
(assert (let ((y (+ x 1)))   (> y
 3)))
(check-sat)
