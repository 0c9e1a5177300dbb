; RUN: fuse --check-only -s z3 -s "cvc5 --produce-models"
; EXPECT: right.smt2: z3 sat (model confirmed), cvc5 sat (model confirmed); expected sat
; EXPECT: 1 files, 0 skipped; a solver is wrong in 0: 0 findings confirmed, 0 disputed, 0 dismissed
; NEEDS: z3
; NEEDS: cvc5
(set-info :status sat)
(declare-const x Int)
(assert (and (> x 3) (< x 5)))
(check-sat)
