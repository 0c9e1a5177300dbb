; soundness: cvc5 --strings-exp --fp-exp 1.0.3
; says unsat, but it is sat
; expected sat, got unsat
; run: cvc5 --strings-exp --fp-exp FILE
;
; signature:
;   = to_fp
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.03 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.04 s
;   our evaluator confirms the model it was made with
;   z3 4.8.12: sat in 0.18 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: (error "Parse Error: FILE:9.164: Expected CVC4 to be compiled with SymFPU support") in 0.07 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.01 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.01 s
;   z3 4.8.12: sat in 0.03 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.01 s
;
; origin:
;   seed fusion-seeds/QF_ABVFP/unsat/query.1.smt2
;   seed fusion-seeds/QF_FP/unsat/min-has-no-other-solution-6809.smt2
;   5 constants planted
(assert (= ((_ to_fp 2 7) RNE (fp #b0 #b000 #b00111)) (fp #b0 #b00 #b000100)))
(check-sat)
