; Functions as values are arrays: partial application, equality, lambda.
; RUN: solve
; EXPECT: unsat
; EXPECT: sat
; EXPECT: (((g 2) 5))
(set-logic HO_ALL)
(declare-fun f (Int Int) Int)
(declare-const g (-> Int Int))
(assert (= (f 1) g))
(assert (= (g 2) 5))
(push 1)
(assert (not (= ((f 1) 2) 5)))
(check-sat)
(pop 1)
(declare-fun twice ((-> Int Int) Int) Int)
(assert (= (twice (lambda ((x Int)) (+ x 1)) 3) 5))
(check-sat)
(get-value ((g 2)))
