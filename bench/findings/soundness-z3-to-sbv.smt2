; soundness: z3 4.8.12
; says sat, but it is unsat
; expected unsat, got sat
; run: z3 FILE
;
; signature:
;   bvshl bvuge exists fp.to_sbv
;
; evidence:
;   z3 4.8.12: again: sat in 0.06 s
;   z3 4.8.12: again: sat in 0.08 s
;   our evaluator rejects its model: it makes this false: (not (exists ((z8 (_ FloatingPoint 2 5))) (and (bvuge ((_ rotate_right 7) z6) (bvshl (bvxor (bvudiv z6 z6) (bvand z6 z6)) ((_ rotate_right 9) ((_ fp.to_sbv 8) RTZ z8)))) (not (bvnego z6)))))
;   cvc5 --strings-exp --fp-exp 1.0.3: unsat in 0.05 s
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.03 s
;   unsat is expected (by evaluation)
;   of the reduced formula:
;   z3 4.8.12: again: sat in 0.05 s
;   z3 4.8.12: again: sat in 0.05 s
;   our evaluator rejects its model: it makes this false: (not (exists ((z8 (_ FloatingPoint 2 5))) (bvuge #b00 (bvshl #b01 ((_ fp.to_sbv 2) RTZ z8)))))
;   cvc5 --strings-exp --fp-exp 1.0.3: unsat in 0.09 s
;   cvc4 --strings-exp 1.8: error: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented. in 0.04 s
;   nothing is free in the formula: it is false
;
; origin:
;   seed fusion-seeds/QF_FP/sat/min-has-solution-6983.smt2
;   seed fusion-seeds/QF_FP/sat/min-has-solution-14479.smt2
;   3 constants planted
(assert
  (not (exists ((z8 (_ FloatingPoint 2 5))) (bvuge #b00 (bvshl #b01 ((_ fp.to_sbv 2) RTZ z8))))))
(check-sat)
