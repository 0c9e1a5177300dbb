; RUN: solve --allow-code --timeout 60
; EXPECT: unsat
(declare-const x Int)
(declare-const z Int)
(oracle-constraint ((a Int)) ((b Int)) (=> (= a x) (> z b)) with/twice)
(assert (= x 8))
(assert (= z 16))
(check-sat)
