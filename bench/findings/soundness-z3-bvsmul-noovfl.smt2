; soundness: z3 4.8.12
; says sat, but it is unsat
; expected unsat, got sat
; run: z3 FILE
;
; signature:
;   = bvsmul_noovfl {BitVec}
;
; evidence:
;   -1 times -1 is 1, which fits in four bits: (bvsmul_noovfl #xf #xf) = true
;   z3-npm.solver 5.1.0: unsat
;   z3 4.8.12 with x and y between -2 and -1 instead of their values: unsat: the accused contradicts itself
;
; origin:
;   by comparing z3 with our evaluator on random ground terms (docs/z3-defects.md)
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(assert (= x #xf))
(assert (= y #xf))
(assert (not (bvsmul_noovfl x y)))
(check-sat)
