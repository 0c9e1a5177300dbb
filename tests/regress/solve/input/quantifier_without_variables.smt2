; RUN: solve
; EXIT: 3
; EXPECT: (error "quantifier_without_variables.smt2:4:18: a binder needs at least one variable")
(assert (forall () true))
