; soundness: cvc5 --fp-exp 1.0.3
; says unsat, but it is sat
; expected sat, got unsat
; run: cvc5 --fp-exp FILE
;
; signature:
;   = to_fp {Real}
;
; evidence:
;   our evaluator confirms r = (- 0.0000001):
;     ((_ to_fp 3 8) RNA (- 0.0000001)) = (_ -zero 3 8)
;   cvc5 --fp-exp 1.0.3: with (= r (- 0.0000001)) put in: sat: the accused contradicts itself
;   z3 4.8.12, z3-npm.solver 5.1.0: sat (with a wrong model: wrong-model-z3-to-fp-real.smt2)
;
; origin:
;   seed bench/findings/seeds/floats/unsat/order.smt2
;   seed bench/findings/seeds/floats/sat/largest.smt2
;   4 constants planted, of which one is left: the finding about z3, put to cvc5
(declare-const r Real)
(assert (= ((_ to_fp 3 8) RNA r) (_ -zero 3 8)))
(check-sat)
