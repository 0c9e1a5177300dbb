; RUN: solve
; EXIT: 3
; EXPECT: (error "huge_width.smt2:4:19: bit-vector width 1099511627776 is over the limit of 16777216")
(declare-const x (_ BitVec 1099511627776))
