; soundness: cvc5 --strings-exp --fp-exp 1.0.3
; says unsat, but it is sat
; expected sat, got unsat
; run: cvc5 --strings-exp --fp-exp FILE
;
; signature:
;   fp.isNormal fp.roundToIntegral {FloatingPoint}
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.08 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.07 s
;   z3 4.8.12: sat in 0.20 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: crash: Aborted: Fatal failure within CVC4::Node CVC4::theory::fp::FpConverter::convert(CVC4::TNode) at ./src/theory/fp/fp_converter.cpp:1700 Unimplemented code encounteredConversion is dependent on SymFPU in 0.07 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.04 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.08 s
;   z3 4.8.12: sat in 0.31 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: crash: Aborted: Fatal failure within CVC4::Node CVC4::theory::fp::FpConverter::convert(CVC4::TNode) at ./src/theory/fp/fp_converter.cpp:1700 Unimplemented code encounteredConversion is dependent on SymFPU in 0.21 s
;
; origin:
;   seed fusion-seeds/QF_AUFLIA/sat/swap_invalid_t1_pp_nf_ai_00004_006.cvc.smt2
;   seed fusion-seeds/AUFLIA/unsat/smt313802991953581808.smt2
;   4 atoms exchanged or added
(declare-const z5 (_ FloatingPoint 2 4))
(assert (fp.isNormal (fp.roundToIntegral RNE z5)))
(check-sat)
