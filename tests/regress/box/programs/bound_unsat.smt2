; RUN: solve --allow-code --timeout 60
; EXPECT: unsat
(declare-fun g (Int) Int)
(oracle-assume ((a Int)) ((b Int)) (< (g a) b) with/twice)
(declare-const x Int)
(assert (= x 5))
(assert (= (g x) 10))
(check-sat)
