; RUN: solve
; EXIT: 3
; EXPECT: (error "unknown_sort.smt2:4:18: unknown sort 'Integer'")
(declare-const x Integer)
