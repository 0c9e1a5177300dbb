; RUN: solve
; EXIT: 3
; EXPECT: sat
; EXPECT: (error "core_after_sat.smt2:7:1: no core: the last check did not answer unsat, or something was asserted since")
(set-option :produce-unsat-cores true)
(check-sat)
(get-unsat-core)
