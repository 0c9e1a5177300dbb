; soundness: cvc5 --fp-exp 1.0.3
; says sat, but it is unsat
; expected unsat, got sat
; run: cvc5 --fp-exp FILE
;
; signature:
;   = to_fp
;
; evidence:
;   nothing is free in the formula: it is false
;     #b011 is 3; (fp #b0 #b1000 #b10) is 1.5 times 2, which is 3, too, and needs no rounding
;   z3 4.8.12, z3-npm.solver 5.1.0: unsat
;
; origin:
;   4,232 ground facts of small floats with values from exact arithmetic, put to cvc5 in one script (by hand)
(assert (not (= ((_ to_fp 4 3) RNE #b011) (fp #b0 #b1000 #b10))))
(check-sat)
