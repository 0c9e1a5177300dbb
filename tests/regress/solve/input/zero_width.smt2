; RUN: solve
; EXIT: 3
; EXPECT: (error "zero_width.smt2:4:19: a bit-vector cannot have width 0")
(declare-const x (_ BitVec 0))
