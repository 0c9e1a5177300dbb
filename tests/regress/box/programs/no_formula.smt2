; RUN: solve --timeout 60
; EXIT: 3
; EXPECT: (error "no_formula.smt2:4:36: the formula of an oracle must be of sort Bool")
(oracle-assume ((a Int)) ((b Int)) b with/twice)
