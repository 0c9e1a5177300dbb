; RUN: solve
; EXIT: 3
; EXPECT: (error "garbage_between.smt2:4:1: '(' and a command is wanted, not 'hello'")
hello (check-sat)
