; RUN: solve --allow-code --timeout 60
; EXPECT: unsat
; EXPECT: sat
(declare-fun g (Int) Int)
(push 1)
(oracle-assume ((a Int)) ((b Int)) (= (g a) b) with/twice)
(assert (= (g 3) 7))
(check-sat)
(pop 1)
(assert (= (g 3) 7))
(check-sat)
