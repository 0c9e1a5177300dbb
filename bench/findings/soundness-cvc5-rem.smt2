; soundness: cvc5 --strings-exp --fp-exp 1.0.3
; says sat, but it is unsat
; expected unsat, got sat
; run: cvc5 --strings-exp --fp-exp FILE
;
; signature:
;   = fp.rem
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.01 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.01 s
;   our evaluator rejects its model: it makes this false: (not (= (fp.rem z6 (fp.add RTZ z6 z6)) (fp #b0 #b00 #b10)))
;   z3 4.8.12: unsat in 0.08 s
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.05 s
;   unsat is expected (by evaluation)
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.01 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.01 s
;   our evaluator rejects its model: it makes this false: (not (= (fp.rem (fp #b1 #b10 #b10) (fp #b1 #b10 #b11)) (fp #b0 #b00 #b10)))
;   z3 4.8.12: unsat in 0.02 s
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.01 s
;   nothing is free in the formula: it is false
;
; origin:
;   seed fusion-seeds/QF_AX/unsat/storecomm_t1_np_nf_ai_00010_001.cvc.smt2
;   seed fusion-seeds/AUFBVDTLIA/sat/2.5-cvc4-Parser.scala-1.smt2-3.smt2
;   4 constants planted
(assert (not (= (fp.rem (fp #b1 #b10 #b10) (fp #b1 #b10 #b11)) (fp #b0 #b00 #b10))))
(check-sat)
