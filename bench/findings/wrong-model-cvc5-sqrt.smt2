; wrong model: cvc5 --strings-exp --fp-exp 1.0.3
; it makes this false: (= (fp.sqrt z4 z5) (fp #b0 #b00 #b110011))
; expected sat, got sat
; run: cvc5 --strings-exp --fp-exp FILE
;
; signature:
;   = fp.sqrt {FloatingPoint RoundingMode}
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.02 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.03 s
;   our evaluator rejects its model: it makes this false: (= (fp.sqrt z4 z5) (fp #b0 #b00 #b110011))
;   z3 4.8.12: with this model put in: unsat in 0.03 s
;   cvc4 --strings-exp 1.8: with this model put in: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.01 s
;   cvc5 --strings-exp --fp-exp 1.0.3: with this model put in: sat in 0.01 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.04 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.06 s
;   our evaluator rejects its model: it makes this false: (= (fp.sqrt z4 z5) (fp #b0 #b00 #b110011))
;   z3 4.8.12: with this model put in: unsat in 0.07 s
;   cvc4 --strings-exp 1.8: with this model put in: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.03 s
;   cvc5 --strings-exp --fp-exp 1.0.3: with this model put in: sat in 0.02 s
;
; origin:
;   seed fusion-seeds/QF_NRA/sat/Chua-1-VC2-U-chunk-0121.smt2
;   seed fusion-seeds/QF_LIA/sat/c10_problem__001.smt2.slack.smt2
;   5 constants planted
(set-option :produce-models true)
(declare-const z4 RoundingMode)
(declare-const z5 (_ FloatingPoint 2 7))
(assert (= (fp.sqrt z4 z5) (fp #b0 #b00 #b110011)))
(check-sat)
(get-model)
