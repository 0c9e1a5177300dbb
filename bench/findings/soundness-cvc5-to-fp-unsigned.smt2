; soundness: cvc5 --strings-exp --fp-exp 1.0.3
; says unsat, but it is sat
; expected sat, got unsat
; run: cvc5 --strings-exp --fp-exp --incremental FILE
;
; signature:
;   = to_fp_unsigned {BitVec RoundingMode}
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.06 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.06 s
;   our evaluator confirms the model it was made with
;     z1 = RTN
;     z6 = #b1001011
;     ((_ to_fp_unsigned 5 3) RTN #b1001011) = (fp #b0 #b10101 #b00)
;     (= (fp #b0 #b10101 #b00) (fp #b0 #b10101 #b00)) = true
;   cvc5 --strings-exp --fp-exp 1.0.3: with this model put in: unsat in 0.05 s
;   of the reduced formula:
;   our evaluator confirms the model it was made with
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.08 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: unsat in 0.07 s
;
; origin:
;   seed bench/findings/seeds/floats/sat/quotient.smt2
;   seed bench/findings/seeds/floats/unsat/square.smt2
;   7 constants planted
(declare-const z1 RoundingMode)
(declare-const z6 (_ BitVec 7))
(assert (= ((_ to_fp_unsigned 5 3) z1 z6) (fp #b0 #b10101 #b00)))
(check-sat)
