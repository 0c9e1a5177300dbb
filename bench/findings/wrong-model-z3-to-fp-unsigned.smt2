; wrong model: z3 4.8.12
; it makes this false: (xor (fp.isZero ((_ to_fp_unsigned 4 3) z4 #b111111111111111111111111111111111111111110)) (and (fp.gt (fp.abs z6) z6) (fp.isZero (fp.neg (fp #b1 #b0110 #b00)))) (<= (- 396.0) z7) (fp.leq ((_ to_fp 4 3 ...
; expected sat, got sat
; run: z3 FILE
;
; signature:
;   fp.isZero to_fp_unsigned {RoundingMode}
;
; evidence:
;   z3 4.8.12: again: sat in 0.04 s
;   z3 4.8.12: again: sat in 0.05 s
;   our evaluator rejects its model: it makes this false: (xor (fp.isZero ((_ to_fp_unsigned 4 3) z4 #b111111111111111111111111111111111111111110)) (and (fp.gt (fp.abs z6) z6) (fp.isZero (fp.neg (fp #b1 #b0110 #b00)))) (<= (- 396.0) z7) (fp.leq ((_ to_fp 4 3 ...
;   cvc5 --strings-exp --fp-exp 1.0.3: with this model put in: unsat in 0.02 s
;   cvc4 --strings-exp 1.8: with this model put in: error: (error "Parse Error: FILE:3.42: Expected CVC4 to be compiled with SymFPU support") in 0.02 s
;   z3 4.8.12: with this model put in: unsat in 0.05 s
;   of the reduced formula:
;   z3 4.8.12: again: sat in 0.03 s
;   z3 4.8.12: again: sat in 0.07 s
;   our evaluator rejects its model: it makes this false: (fp.isZero ((_ to_fp_unsigned 4 3) z4 #b000000001111111111111111111111111111111111))
;   cvc5 --strings-exp --fp-exp 1.0.3: with this model put in: unsat in 0.02 s
;   cvc4 --strings-exp 1.8: with this model put in: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.03 s
;   z3 4.8.12: with this model put in: unsat in 0.05 s
;
; origin:
;   seed fusion-seeds/QF_AX/unsat/storecomm_t1_np_nf_ai_00010_006.cvc.smt2
;   seed fusion-seeds/QF_AX/sat/swap_invalid_t3_np_nf_ai_00004_008.cvc.smt2
;   7 constants planted
(set-option :produce-models true)
(declare-const z4 RoundingMode)
(assert (fp.isZero ((_ to_fp_unsigned 4 3) z4 #b000000001111111111111111111111111111111111)))
(check-sat)
(get-model)
