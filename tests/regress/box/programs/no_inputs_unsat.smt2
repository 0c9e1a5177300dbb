; RUN: solve --allow-code --timeout 60
; EXPECT: unsat
(declare-const x Int)
(oracle-constraint () ((y Int)) (> x y) with/limit)
(assert (< x 18))
(check-sat)
