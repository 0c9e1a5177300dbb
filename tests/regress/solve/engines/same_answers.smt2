; RUN: solve --engine "z3 -in" -
; EXPECT: sat
; EXPECT: ((x 7)
; EXPECT:  ((+ x 1) 8))
; EXPECT: unsat
; NEEDS: z3
; RUN: solve --engine "cvc5 --incremental" -
; EXPECT: sat
; EXPECT: ((x 7)
; EXPECT:  ((+ x 1) 8))
; EXPECT: unsat
; NEEDS: cvc5
; RUN: solve --engine "cvc4 --incremental --lang smt2" -
; EXPECT: sat
; EXPECT: ((x 7)
; EXPECT:  ((+ x 1) 8))
; EXPECT: unsat
; NEEDS: cvc4
(declare-const x Int)
(assert (= (* 3 x) 21))
(check-sat)
(get-value (x (+ x 1)))
(assert (> x 7))
(check-sat)
