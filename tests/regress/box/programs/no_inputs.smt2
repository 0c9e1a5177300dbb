; RUN: solve --allow-code --timeout 60
; EXPECT: sat
; EXPECT: ((x 18))
(declare-const x Int)
(oracle-constraint () ((y Int)) (> x y) with/limit)
(assert (< x 19))
(check-sat)
(get-value (x))
