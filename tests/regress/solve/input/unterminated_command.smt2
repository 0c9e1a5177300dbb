; RUN: solve
; EXIT: 3
; EXPECT: (error "unterminated_command.smt2:4:18: unexpected end of input; a term is wanted (2 parentheses are still open)")
(assert (and true