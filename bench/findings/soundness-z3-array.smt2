; soundness: z3 4.8.12
; says sat, but it is unsat
; expected unsat, got sat
; run: z3 FILE
;
; signature:
;   = const store
;
; evidence:
;   nothing is free in the formula: it is false: at #b00 the first array has #b010, the second #b000
;   z3-npm.solver 5.1.0: unsat
;   cvc5 1.0.3: unsat
;
; origin:
;   by comparing z3 with our evaluator on random ground terms (docs/z3-defects.md)
(assert
  (=
    (store ((as const (Array (_ BitVec 2) (_ BitVec 3))) #b010) #b01 #b100)
    (store (store ((as const (Array (_ BitVec 2) (_ BitVec 3))) #b000) #b01 #b100) #b11 #b010)))
(check-sat)
