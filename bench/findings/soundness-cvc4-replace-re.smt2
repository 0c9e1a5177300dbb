; soundness: cvc4 --strings-exp 1.8
; says unsat, but it is sat
; expected sat, got unsat
; run: cvc4 --strings-exp FILE
;
; signature:
;   = str.replace_re str.to_re {String}
;
; evidence:
;   cvc4 --strings-exp 1.8: again: unsat in 0.32 s
;   cvc4 --strings-exp 1.8: again: unsat in 0.51 s
;   our evaluator confirms the model it was made with
;   z3 4.8.12: unknown in 0.34 s
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.34 s
;   our evaluator confirms its model
;   of the reduced formula:
;   cvc4 --strings-exp 1.8: again: unsat in 0.07 s
;   cvc4 --strings-exp 1.8: again: unsat in 0.22 s
;   z3 4.8.12: unknown in 0.51 s
;   cvc5 --strings-exp --fp-exp 1.0.3: sat in 0.02 s
;   our evaluator confirms its model
;
; origin:
;   seed fusion-seeds/QF_S/sat/slog_stranger_4902_sink.smt2
;   seed fusion-seeds/QF_S/unsat/slog_stranger_642_sink.smt2
;   4 constants planted
(declare-const v0 String)
(declare-const epsilon String)
(assert (= (str.replace_re "" (str.to_re v0) epsilon) "\u{2}"))
(check-sat)
