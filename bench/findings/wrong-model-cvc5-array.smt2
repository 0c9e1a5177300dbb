; wrong model: cvc5 --strings-exp --fp-exp 1.0.3
; it makes this false: (= (select z6 (select (ite (fp.isNormal z5) z6 z4) (select z4 RTZ))) RTN)
; expected sat, got sat
; run: cvc5 --strings-exp --fp-exp FILE
;
; signature:
;   = select {Array}
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.21 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.35 s
;   our evaluator rejects its model: it makes this false: (= (select z6 (select (ite (fp.isNormal z5) z6 z4) (select z4 RTZ))) RTN)
;   z3 4.8.12: with this model put in: unsat in 0.06 s
;   cvc4 --strings-exp 1.8: with this model put in: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.03 s
;   cvc5 --strings-exp --fp-exp 1.0.3: with this model put in: unsat in 0.03 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.13 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: sat in 0.04 s
;   our evaluator rejects its model: it makes this false: (= (select z6 (select z6 RTZ)) RTN)
;   z3 4.8.12: with this model put in: unsat in 0.06 s
;   cvc4 --strings-exp 1.8: with this model put in: unsat in 0.03 s
;   cvc5 --strings-exp --fp-exp 1.0.3: with this model put in: unsat in 0.04 s
;
; origin:
;   seed fusion-seeds/QF_FP/unsat/sqrt-has-no-other-solution-17334.smt2
;   seed fusion-seeds/QF_FP/unsat/eq-has-no-other-solution-13415.smt2
;   3 constants planted
(set-option :produce-models true)
(declare-const z6 (Array RoundingMode RoundingMode))
(assert (= (select z6 (select z6 RTZ)) RTN))
(check-sat)
(get-model)
