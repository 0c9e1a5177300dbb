; RUN: solve
; EXIT: 3
; EXPECT: (error "selector_of_nothing.smt2:5:12: unknown symbol 'tail'")
(declare-datatypes ((L 0)) (((nil) (cons (head Int)))))
(assert (= (tail nil) nil))
