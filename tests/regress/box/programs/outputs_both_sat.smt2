; RUN: solve --allow-code --timeout 60
; EXPECT: sat
(declare-fun h (Int) Int)
(oracle-constraint ((a Int)) ((q Int) (r Int)) (= (h a) (+ q r)) with/both)
(assert (= (h 47) 11))
(check-sat)
