; soundness: cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3
; says sat, but it is unsat
; expected unsat, got sat
; run: cvc5 --strings-exp --fp-exp --tlimit-per=300 --incremental FILE
;
; signature:
;   = fp.add
;
; evidence:
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.08 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.08 s
;   our evaluator rejects its model: it makes this false: (not (= (fp.add (ite (bvsge z5 z7) z4 z4) (fp z5 #b10 #b00) (fp #b0 #b00 #b11)) (fp #b0 #b10 #b10)))
;   cvc4 --strings-exp --tlimit-per=300 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.08 s
;   z3 4.8.12: unsat in 0.09 s
;   unsat is expected (by evaluation)
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.04 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.04 s
;   our evaluator rejects its model: it makes this false: (not (= (fp.add RNA (fp #b0 #b10 #b00) (fp #b0 #b00 #b11)) (fp #b0 #b10 #b10)))
;     (fp.add RNA (fp #b0 #b10 #b00) (fp #b0 #b00 #b11)) = (fp #b0 #b10 #b10)
;     (= (fp #b0 #b10 #b10) (fp #b0 #b10 #b10)) = true
;     (not true) = false
;   cvc4 --strings-exp --tlimit-per=300 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.06 s
;   z3 4.8.12: unsat in 0.09 s
;   nothing is free in the formula: it is false
;
; origin:
;   seed fusion-seeds/QF_S/unsat/slog_stranger_1843_sink.smt2
;   seed fusion-seeds/QF_S/unsat/slog_stranger_2186_sink.smt2
;   4 constants planted
(assert (not (= (fp.add RNA (fp #b0 #b10 #b00) (fp #b0 #b00 #b11)) (fp #b0 #b10 #b10))))
(check-sat)
