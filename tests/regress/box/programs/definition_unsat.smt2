; RUN: solve --allow-code --timeout 60
; EXPECT: unsat
(declare-fun f (Int) Int)
(oracle-assume ((a Int)) ((b Int)) (= b (f a)) "with/twice")
(assert (= (f 4) 9))
(check-sat)
