; RUN: solve --allow-code --mode active --timeout 60 --box-timeout 0.2
; EXPECT: unknown
; ERR: no value: g\(7\): bad reply
(declare-oracle-fun g with/wrong_sort (Int) Int)
(declare-const x Int)
(assert (= (g x) 42))
(assert (= x 7))
(check-sat)
