; RUN: solve
; EXIT: 3
; EXPECT: (error "symbol_of_a_popped_level.smt2:7:9: unknown symbol 'x'")
(push 1)
(declare-const x Bool)
(pop 1)
(assert x)
