; soundness: cvc5 --strings-exp --fp-exp 1.0.3
; says unsat, but it is sat
; expected sat, got unsat
; run: cvc5 --strings-exp --fp-exp FILE
;
; signature:
;   = fp.isZero fp.sub {FloatingPoint}
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.17 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.11 s
;   our evaluator confirms the model it was made with
;   z3 4.8.12: sat in 0.16 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: (error "Parse Error: FILE:8.56: Expected CVC4 to be compiled with SymFPU support") in 0.05 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.01 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.01 s
;   z3 4.8.12: sat in 0.20 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: (error "Parse Error: FILE:4.43: Expected CVC4 to be compiled with SymFPU support") in 0.04 s
;
; origin:
;   seed fusion-seeds/FP/unsat/3_5_RTZ_fp.sqrt_distinct.smt2
;   seed fusion-seeds/QF_FP/sat/div-has-solution-8713.smt2
;   5 constants planted
(declare-const z6 (_ FloatingPoint 2 3))
(assert (not (fp.isZero z6)))
(assert (= (fp.sub RNE z6 z6) (_ +zero 2 3)))
(check-sat)
