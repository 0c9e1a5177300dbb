; wrong model: cvc5 --strings-exp --fp-exp --tlimit-per=60 1.0.3
; it makes this false: (= z1 (fp #b0 #b00 #b01))
; expected sat, got sat
; run: cvc5 --strings-exp --fp-exp --tlimit-per=60 --incremental FILE
;
; signature:
;   = {FloatingPoint}
;
; evidence:
;   cvc5 --strings-exp --fp-exp --tlimit-per=60 1.0.3: again: sat in 0.03 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=60 1.0.3: again: sat in 0.02 s
;   our evaluator rejects its model: it makes this false: (= z1 (fp #b0 #b00 #b01))
;     z1 = (_ +zero 2 3)
;     (= (_ +zero 2 3) (fp #b0 #b00 #b01)) = false
;   cvc5 --strings-exp --fp-exp --tlimit-per=60 1.0.3: with this model put in: unsat in 0.02 s
;   z3-npm.solver rlimit=200000 5.1.0: with this model put in: unsat in 0.83 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp --tlimit-per=60 1.0.3: again: sat in 0.02 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=60 1.0.3: again: sat in 0.02 s
;   our evaluator rejects its model: it makes this false: (= z1 (fp #b0 #b00 #b01))
;     z1 = (_ +zero 2 3)
;     (= (_ +zero 2 3) (fp #b0 #b00 #b01)) = false
;   cvc5 --strings-exp --fp-exp --tlimit-per=60 1.0.3: with this model put in: unsat in 0.02 s
;   z3-npm.solver rlimit=200000 5.1.0: with this model put in: unsat in 0.74 s
;
; origin:
;   small formula 1387, floats of 2 and 3 bits
(set-option :produce-models true)
(declare-const z1 (_ FloatingPoint 2 3))
(assert (= z1 (fp #b0 #b00 #b01)))
(check-sat)
(get-model)
