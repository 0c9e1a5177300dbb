; soundness: cvc4 --strings-exp 1.8
; says unsat, but it is sat
; expected sat, got unsat
; run: cvc4 --strings-exp FILE
;
; signature:
;   = str.++ str.substr {Int}
;
; evidence:
;   cvc4 --strings-exp 1.8: again: unsat in 0.01 s
;   cvc4 --strings-exp 1.8: again: unsat in 0.01 s
;   our evaluator confirms the model it was made with
;   z3 4.8.12: unknown in 0.04 s
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.01 s
;   our evaluator confirms its model
;   of the reduced formula:
;   cvc4 --strings-exp 1.8: again: unsat in 0.02 s
;   cvc4 --strings-exp 1.8: again: unsat in 0.02 s
;   z3 4.8.12: sat in 0.05 s
;   our evaluator confirms its model
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.02 s
;   our evaluator confirms its model
;
; origin:
;   seed fusion-seeds/AUFBVDTLIA/sat/2.5-cvc4-Parser.scala-1.smt2-3.smt2
;   seed fusion-seeds/AUFBVDTLIA/sat/2.5-cvc4-without_inducts.scala-72.smt2-3.smt2
;   2 constants planted
(declare-const z5 Int)
(assert (= (str.++ " aaa-\u{7f}c" (str.substr "{b" z5 1)) " aaa-\u{7f}cb"))
(check-sat)
