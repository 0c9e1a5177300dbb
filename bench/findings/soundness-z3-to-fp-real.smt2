; soundness: z3 4.8.12
; says unsat, but it is sat; so does Z3 of npm's z3-solver 5.2.0, with its default options
; expected sat, got unsat
; run: z3 FILE; node solvers/z3-npm.js FILE
;
; signature:
;   = to_fp {Real}
;
; evidence:
;   our evaluator confirms r = 1.0001:
;     ((_ to_fp 5 11) RNE 1.0001) = (fp #b0 #b01111 #b0000000000), the number 1: next to it stands 1.0009765625
;     (distinct 1.0001 1.0) = true
;   z3 4.8.12, z3-npm.solver 5.1.0: with (= r 1.0001) put in: sat: the accused contradict themselves
;   cvc5 --fp-exp 1.0.3: unsat, too (soundness-cvc5-to-fp-real.smt2)
;
; origin:
;   seed bench/findings/seeds/fixed/sat/to_fp_real.smt2
;   seed bench/findings/seeds/fixed/sat/to_fp_real.smt2
;   fused by tree, uninterpreted; reduced, and made shorter by hand
(declare-const r Real)
(assert (= ((_ to_fp 5 11) RNE r) (fp #b0 #b01111 #b0000000000)))
(assert (distinct r 1.0))
(check-sat)
