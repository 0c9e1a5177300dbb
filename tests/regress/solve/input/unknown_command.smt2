; RUN: solve
; EXIT: 3
; EXPECT: (error "unknown_command.smt2:4:2: unknown command 'frobnicate'")
(frobnicate 1)
