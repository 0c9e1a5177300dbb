; RUN: fuse --check-only -s z3
; EXIT: 3
; EXPECT: broken.smt2: skipped: broken.smt2:7:12: unknown symbol 'y'
; EXPECT: 1 files, 1 skipped; a solver is wrong in 0: 0 findings confirmed, 0 disputed, 0 dismissed
; NEEDS: z3
(declare-const x Int)
(assert (> y 3))
(check-sat)
