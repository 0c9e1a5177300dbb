; RUN: solve
; EXIT: 3
; EXPECT: (error "pop_too_much.smt2:5:7: pop of 2 levels, but there are only 1")
(push 1)
(pop 2)
