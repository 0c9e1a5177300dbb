; soundness: z3 4.8.12
; says unsat, but it is sat
; expected sat, got unsat
; run: z3 FILE
;
; signature:
;   * = fp.leq fp.mul fp.to_real {Real RoundingMode}
;
; evidence:
;   z3 4.8.12: again: unsat in 0.10 s
;   z3 4.8.12: again: unsat in 0.06 s
;   our evaluator confirms the model it was made with
;   cvc5 --strings-exp --fp-exp 1.0.3: timeout: over its CPU time in 1.37 s
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.09 s
;
; origin:
;   seed fusion-seeds/QF_BVFP/sat/query.10187.smt2
;   seed fusion-seeds/QF_BV/unsat/bench_3921.smt2
;   4 constants planted
(set-logic ALL)
(declare-const z5 RoundingMode)
(declare-const z6 Real)
(declare-const z7 RoundingMode)
(assert (= z5 RTP))
(assert (= (* z6 z6 z6) 0.000008))
(assert (= (fp.to_real (fp.mul z7 (fp #b0 #b01101 #b00) (fp #b1 #b01110 #b00))) (- 0.125)))
(assert (fp.leq (fp #b0 #b01011 #b11) (fp #b0 #b01101 #b00)))
(check-sat)
