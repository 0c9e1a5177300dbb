; soundness: z3 4.8.12
; says unsat, but it is sat
; expected sat, got unsat
; run: z3 FILE
;
; signature:
;   = fp.mul fp.to_real {RoundingMode}
;
; evidence:
;   z3 4.8.12: again: unsat in 0.10 s
;   z3 4.8.12: again: unsat in 0.06 s
;   our evaluator confirms the model it was made with
;   cvc5 --strings-exp --fp-exp 1.0.3: timeout: over its CPU time in 1.37 s
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.09 s
;   of the reduced formula:
;   our evaluator confirms the model it was made with
;   z3 4.8.12: again: unsat in 0.07 s
;   z3 4.8.12: again: unsat in 0.10 s
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.01 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.01 s
;
; origin:
;   seed fusion-seeds/QF_BVFP/sat/query.10187.smt2
;   seed fusion-seeds/QF_BV/unsat/bench_3921.smt2
;   4 constants planted
(declare-const z7 RoundingMode)
(assert (= (fp.to_real (fp.mul z7 (fp #b0 #b001 #b0000) (fp #b1 #b010 #b0000))) (- 0.125)))
(check-sat)
