; soundness: cvc4 --strings-exp 1.8
; says sat, but it is unsat
; expected unsat, got sat
; run: cvc4 --strings-exp FILE
;
; signature:
;   - = divisible ite to_int {Real}
;
; evidence:
;   cvc4 --strings-exp 1.8: again: sat in 0.01 s
;   cvc4 --strings-exp 1.8: again: sat in 0.01 s
;   no model can be had: there is no model
;   z3 4.8.12: unsat in 0.02 s
;   cvc5 --strings-exp --fp-exp 1.0.3: unsat in 0.01 s
;   unsat is expected (by evaluation)
;   of the reduced formula:
;   cvc4 --strings-exp 1.8: again: sat in 0.01 s
;   cvc4 --strings-exp 1.8: again: sat in 0.02 s
;   no model can be had: there is no model
;   z3 4.8.12: unsat in 0.03 s
;   cvc5 --strings-exp --fp-exp 1.0.3: unsat in 0.01 s
;
; origin:
;   seed fusion-seeds/QF_NRA/sat/Chua-2-VC2-L-chunk-0012.smt2
;   seed fusion-seeds/AUFLIA/unsat/smt6884874971925634308.smt2
;   4 constants planted
(declare-const z5 Real)
(assert (= (- z5) 1.0))
(assert (not (= (to_int (ite ((_ divisible 2) (to_int z5)) 0.0 z5)) (- 1))))
(check-sat)
