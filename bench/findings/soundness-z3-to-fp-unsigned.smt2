; soundness: z3 4.8.12
; says unsat, but it is sat
; expected sat, got unsat
; run: z3 FILE
;
; signature:
;   = to_fp_unsigned {RoundingMode}
;
; evidence:
;   z3 4.8.12: again: unsat in 0.06 s
;   z3 4.8.12: again: unsat in 0.05 s
;   our evaluator confirms the model it was made with
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.07 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: (error "Parse Error: FILE:6.83: Expected CVC4 to be compiled with SymFPU support") in 0.03 s
;   of the reduced formula:
;   z3 4.8.12: again: unsat in 0.02 s
;   z3 4.8.12: again: unsat in 0.05 s
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.03 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: (error "Parse Error: FILE:3.83: Expected CVC4 to be compiled with SymFPU support") in 0.02 s
;
; origin:
;   seed fusion-seeds/QF_NRA/sat/atan-vega-3-chunk-0335.smt2
;   seed fusion-seeds/LIA/unsat/nested9_true-unreach-call.i_1732.smt2
;   3 constants planted
(declare-const z4 RoundingMode)
(assert (= ((_ to_fp_unsigned 3 3) z4 #b000000000000101010110101001011) (_ +oo 3 3)))
(check-sat)
