; RUN: solve
; EXIT: 3
; EXPECT: (error "different_sorts.smt2:6:9: '=': argument 2 has sort Bool, expected Int")
(declare-const x Int)
(declare-const b Bool)
(assert (= x b))
