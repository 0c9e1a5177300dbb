; RUN: solve
; EXIT: 3
; EXPECT: (error "wrong_sort.smt2:5:9: 'bvadd': argument 1 has sort Int, expected a bit-vector")
(declare-const x Int)
(assert (bvadd x x))
