; RUN: solve
; EXIT: 3
; EXPECT: (error "wrong_arity.smt2:5:12: 'f' takes 2 arguments, not 1")
(declare-fun f (Int Int) Int)
(assert (= (f 1) 2))
