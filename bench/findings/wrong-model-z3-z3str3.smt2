; wrong model: z3 4.8.12
; it makes this false: (not (ite (=> (not (> z5 0)) ((_ divisible 10) (str.to_int z4))) (or (str.<= z4 "\u{2ffff}" z4) (xor (str.<= z4 z4) ((_ divisible 8) z5))) ((_ divisible 9) (str.len (str.replace z4 z4 z4)))))
; expected sat, got sat
; run: z3 smt.string_solver=z3str3 FILE
;
; signature:
;   str.<= {String}
;
; evidence:
;   z3 4.8.12: again: sat in 0.10 s
;   z3 4.8.12: again: sat in 0.04 s
;   our evaluator rejects its model: it makes this false: (not (ite (=> (not (> z5 0)) ((_ divisible 10) (str.to_int z4))) (or (str.<= z4 "\u{2ffff}" z4) (xor (str.<= z4 z4) ((_ divisible 8) z5))) ((_ divisible 9) (str.len (str.replace z4 z4 z4)))))
;   cvc5 --strings-exp 1.0.3: with this model put in: unsat in 0.03 s
;   cvc4 --strings-exp 1.8: with this model put in: unsat in 0.01 s
;   z3 4.8.12: with this model put in: unsat in 0.05 s
;   of the reduced formula:
;   z3 4.8.12: again: sat in 0.08 s
;   z3 4.8.12: again: sat in 0.08 s
;   our evaluator rejects its model: it makes this false: (str.<= "\u{2ffff}" z4)
;   cvc5 --strings-exp 1.0.3: with this model put in: unsat in 0.02 s
;   cvc4 --strings-exp 1.8: with this model put in: unsat in 0.07 s
;   z3 4.8.12: with this model put in: unsat in 0.06 s
;
; origin:
;   seed fusion-seeds/QF_SLIA/sat/33630.corecstrs.readable.smt2
;   seed fusion-seeds/QF_SLIA/sat/13259.corecstrs.readable.smt2
;   5 constants planted
(set-option :produce-models true)
(declare-const z4 String)
(assert (str.<= "\u{2ffff}" z4))
(check-sat)
(get-model)
