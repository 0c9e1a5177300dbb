; A solver that says unsat of everything is found out by the model of another.
; RUN: fuse --check-only -s with/unsat -s z3
; EXIT: 1
; EXPECT: wrong.smt2: unsat unsat, z3 sat (model confirmed)
; EXPECT:     WRONG: with/unsat : soundness: says unsat, but it is sat
; EXPECT: 1 files, 0 skipped; a solver is wrong in 1: 1 findings confirmed, 0 disputed, 0 dismissed
; NEEDS: z3
; RUN: fuse --check-only -s z3
; EXPECT: wrong.smt2: z3 sat (model confirmed)
; EXPECT: 1 files, 0 skipped; a solver is wrong in 0: 0 findings confirmed, 0 disputed, 0 dismissed
; NEEDS: z3
(declare-const x Int)
(assert (and (> x 3) (< x 5)))
(check-sat)
