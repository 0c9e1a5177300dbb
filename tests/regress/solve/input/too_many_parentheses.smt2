; RUN: solve
; EXIT: 3
; EXPECT: sat
; EXPECT: (error "too_many_parentheses.smt2:5:12: ')' without a '(' before it")
(check-sat))
