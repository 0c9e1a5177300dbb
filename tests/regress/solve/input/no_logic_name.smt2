; RUN: solve
; EXIT: 3
; EXPECT: (error "no_logic_name.smt2:4:11: the name of a logic is wanted, not ')'")
(set-logic)
