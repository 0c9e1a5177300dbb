; RUN: fmt --width 40 --indent 4
; keep me
(declare-const   x Int) ; and me
(assert (let ((y (+ x 1)))   (> (+ y y y y y y y y y y y)
 3)))
(check-sat)
