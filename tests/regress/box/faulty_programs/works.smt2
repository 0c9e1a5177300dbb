; The same question with a program that answers.
; RUN: solve --allow-code --timeout 30
; EXPECT: sat
(declare-oracle-fun g with/works (Int) Int)
(declare-const x Int)
(assert (= (g x) 42))
(assert (= x 7))
(check-sat)
