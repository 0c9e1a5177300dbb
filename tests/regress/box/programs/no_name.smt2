; RUN: solve --timeout 60
; EXIT: 3
; EXPECT: (error "no_name.smt2:4:43: the program of the oracle is wanted, not ')'")
(oracle-assume ((a Int)) ((b Int)) (= a b))
