; RUN: solve --allow-code --timeout 60
; EXPECT: unknown
; ERR: asked for at some inputs, not at all
(declare-const x Int)
(declare-const z Int)
(oracle-constraint ((a Int)) ((b Int)) (=> (= a x) (> z b)) with/twice)
(assert (= x 8))
(check-sat)
