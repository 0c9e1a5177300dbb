; wrong model: cvc5 --strings-exp --fp-exp 1.0.3
; it makes this false: (not (xor (xor (fp.isNormal z6) (fp.gt z9 z9)) (distinct (fp.roundToIntegral z4 (fp #b0 #b01 #b0000001)) (fp.neg z9))))
; expected sat, got sat
; run: cvc5 --strings-exp --fp-exp FILE
;
; signature:
;   = fp.roundToIntegral
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.05 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.06 s
;   our evaluator rejects its model: it makes this false: (not (xor (xor (fp.isNormal z6) (fp.gt z9 z9)) (distinct (fp.roundToIntegral z4 (fp #b0 #b01 #b0000001)) (fp.neg z9))))
;   z3 4.8.12: with this model put in: unsat in 0.08 s
;   cvc4 --strings-exp 1.8: with this model put in: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.01 s
;   cvc5 --strings-exp --fp-exp 1.0.3: with this model put in: sat in 0.01 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.01 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.01 s
;   our evaluator rejects its model: it makes this false: (= (fp.roundToIntegral RNE (fp #b0 #b01 #b0000001)) (_ +zero 2 8))
;   z3 4.8.12: with this model put in: unsat in 0.03 s
;   cvc4 --strings-exp 1.8: with this model put in: error: (error "Parse Error: FILE:2.73: Expected CVC4 to be compiled with SymFPU support") in 0.03 s
;   cvc5 --strings-exp --fp-exp 1.0.3: with this model put in: sat in 0.01 s
;
; origin:
;   seed fusion-seeds/QF_FP/sat/eq-has-solution-5897.smt2
;   seed fusion-seeds/QF_FP/unsat/add-has-no-other-solution-9295.smt2
;   6 constants planted
(set-option :produce-models true)
(assert (= (fp.roundToIntegral RNE (fp #b0 #b01 #b0000001)) (_ +zero 2 8)))
(check-sat)
(get-model)
