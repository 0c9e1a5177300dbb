; RUN: solve --allow-code --timeout 2
; EXPECT: unknown
; ERR: .
(declare-fun h (Int) Int)
(oracle-constraint ((a Int)) ((q Int) (r Int)) (= (h a) (+ q r)) with/three)
(assert (= (h 47) 10))
(check-sat)
