; RUN: solve --allow-code --timeout 60
; EXPECT: sat
; EXPECT: ((x 21))
(declare-fun f (Int) Int)
(oracle-constraint ((a Int)) ((b Int)) (= (f a) b) with/twice)
(declare-const x Int)
(assert (= (f x) 42))
(check-sat)
(get-value (x))
