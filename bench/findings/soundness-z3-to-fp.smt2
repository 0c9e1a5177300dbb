; soundness: z3 4.8.12
; says unsat, but it is sat
; expected sat, got unsat
; run: z3 FILE
;
; signature:
;   fp.isNormal to_fp {RoundingMode}
;
; evidence:
;   z3 4.8.12: again: unsat in 0.13 s
;   z3 4.8.12: again: unsat in 0.12 s
;   our evaluator confirms the model it was made with
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.17 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.04 s
;   of the reduced formula:
;   z3 4.8.12: again: unsat in 0.04 s
;   z3 4.8.12: again: unsat in 0.59 s
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.67 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.83 s
;
; origin:
;   seed fusion-seeds/QF_BVFP/sat/query.09244.smt2
;   seed fusion-seeds/QF_BV/unsat/bench_7619.smt2
;   3 constants planted
(declare-const z4 RoundingMode)
(assert (fp.isNormal ((_ to_fp 3 6) z4 #b000100000000000000000)))
(check-sat)
