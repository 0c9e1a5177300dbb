; RUN: solve --allow-code --timeout 60
; EXPECT: unsat
(declare-fun h (Int) Int)
(oracle-constraint ((a Int)) ((q Int) (r Int)) (= (h a) (+ q r)) with/split)
(assert (= (h 47) 10))
(check-sat)
