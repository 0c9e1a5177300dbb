; soundness: cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3
; says unsat, but it is sat
; expected sat, got unsat
; run: cvc5 --strings-exp --fp-exp --tlimit-per=300 --incremental FILE
;
; signature:
;   = fp.roundToIntegral {FloatingPoint}
;
; evidence:
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: unsat in 0.28 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: unsat in 0.33 s
;   our evaluator confirms the model it was made with
;     z1 = (fp #b0 #b01 #b000)
;     (fp.isNormal (fp #b0 #b01 #b000)) = true
;     z4 = RNA
;     (ite true RNA RNA) = RNA
;     z3 = (_ NaN 2 4)
;     (fp.min (_ NaN 2 4) (fp #b0 #b01 #b000)) = (fp #b0 #b01 #b000)
;     (fp.roundToIntegral RNA (fp #b0 #b01 #b000)) = (fp #b0 #b01 #b000)
;     (= (fp #b0 #b01 #b000) (fp #b0 #b01 #b000)) = true
;     z2 = (fp #b0 #b00 #b1101000)
;     (fp.isZero (fp #b0 #b00 #b1101000)) = false
;     (fp.geq (fp #b1 #b10 #b000) (fp #b0 #b01 #b000)) = false
;     (= RNA RNA) = true
;     (ite false false true) = true
;     (fp.roundToIntegral RNA (fp #b0 #b01 #b000)) = (fp #b0 #b01 #b000)
;     (fp.isNormal (fp #b0 #b01 #b000)) = true
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: with this model put in: unsat in 0.08 s
;   of the reduced formula:
;   our evaluator confirms the model it was made with
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: unsat in 0.17 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: unsat in 0.16 s
;
; origin:
;   seed bench/findings/seeds/sets/common.smt2
;   seed bench/findings/seeds/integers/iand.smt2
;   4 constants planted
(declare-const z1 (_ FloatingPoint 2 4))
(assert (= (fp.roundToIntegral RNE z1) (fp #b0 #b01 #b000)))
(check-sat)
