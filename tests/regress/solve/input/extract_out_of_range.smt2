; RUN: solve
; EXIT: 3
; EXPECT: (error "extract_out_of_range.smt2:5:12: (_ extract 8 0) does not fit a bit-vector of width 8")
(declare-const x (_ BitVec 8))
(assert (= ((_ extract 8 0) x) x))
