; A file without a check-sat asks one question.
; RUN: solve
; EXPECT: sat
(declare-const x Int)
(assert (= x 3))
