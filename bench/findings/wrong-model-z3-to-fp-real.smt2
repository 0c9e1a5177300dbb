; wrong model: z3 4.8.12
; it makes this false: (= ((_ to_fp 3 8) RNA r) (_ -zero 3 8)); so does Z3 of npm's z3-solver 5.2.0, with its default options
; expected sat, got sat
; run: z3 FILE; node solvers/z3-npm.js FILE
;
; signature:
;   = to_fp {Real}
;
; evidence:
;   our evaluator rejects its model:
;     r = 0.0
;     ((_ to_fp 3 8) RNA 0.0) = (_ +zero 3 8)
;     (= (_ +zero 3 8) (_ -zero 3 8)) = false
;   z3 4.8.12, z3-npm.solver 5.1.0: with this model put in: unsat
;   with (= r (- 0.0000001)) put in: sat
;
; origin:
;   seed bench/findings/seeds/floats/unsat/order.smt2
;   seed bench/findings/seeds/floats/sat/largest.smt2
;   4 constants planted; made shorter by hand
(declare-const r Real)
(assert (= ((_ to_fp 3 8) RNA r) (_ -zero 3 8)))
(check-sat)
(get-model)
