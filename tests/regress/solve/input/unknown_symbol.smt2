; RUN: solve
; EXIT: 3
; EXPECT: (error "unknown_symbol.smt2:5:12: unknown symbol 'nowhere'")
(declare-const x Int)
(assert (> nowhere x))
