; soundness: z3 4.8.12
; says sat, but it is unsat; so does Z3 of npm's z3-solver 5.2.0, with its default options, and cvc5 --fp-exp 1.0.3
; expected unsat, got sat
; run: z3 FILE; node solvers/z3-npm.js FILE
;
; signature:
;   fp.isZero fp.roundToIntegral
;
; evidence:
;   nothing is free in the formula: it is false
;     (fp #b0 #b00 #b01) is 0.25: two bits of exponent, the smallest exponent is 0
;     (fp.roundToIntegral RNE (fp #b0 #b00 #b01)) = (_ +zero 2 3)
;     (fp.isZero (_ +zero 2 3)) = true
;     (not true) = false
;
; origin:
;   by comparing z3 with our evaluator (docs/z3-defects.md); put to the others by hand
(assert (not (fp.isZero (fp.roundToIntegral RNE (fp #b0 #b00 #b01)))))
(check-sat)
