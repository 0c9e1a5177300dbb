; RUN: solve --allow-code --timeout 60
; EXPECT: sat
(declare-fun g (Int) Int)
(oracle-constraint ((a Int)) ((b Int)) (< (g a) b) with/twice)
(declare-const x Int)
(assert (= x 5))
(assert (> (g x) 8))
(check-sat)
