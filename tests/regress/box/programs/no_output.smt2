; RUN: solve --timeout 60
; EXIT: 3
; EXPECT: (error "no_output.smt2:4:27: an oracle needs at least one output")
(oracle-assume ((a Int)) () true with/twice)
