; soundness: z3 4.8.12
; says unsat, but it is sat
; expected sat, got unsat
; run: z3 FILE
;
; signature:
;   = fp.div fp.fma
;
; evidence:
;   z3 4.8.12: again: unsat in 0.04 s
;   z3 4.8.12: again: unsat in 0.04 s
;   our evaluator confirms the model it was made with
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.01 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.02 s
;   of the reduced formula:
;   z3 4.8.12: again: unsat in 0.02 s
;   z3 4.8.12: again: unsat in 0.03 s
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.03 s
;   our evaluator confirms its model
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.01 s
;
; origin:
;   seed fusion-seeds/BV/sat/network_ndis_coisdn_TpiParam.c.smt2
;   seed fusion-seeds/AUFLIA/unsat/smt2199806399920216038.smt2
;   3 constants planted
(assert
  (=
    (fp.div RNE
      (fp #b0 #b0101 #b00)
      (fp.fma RTZ (fp #b0 #b0000 #b01) (fp #b0 #b0000 #b01) (fp #b1 #b1001 #b11)))
    (fp #b1 #b0010 #b01)))
(check-sat)
