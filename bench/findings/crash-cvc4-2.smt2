; crash: cvc4 --strings-exp 1.8
; Aborted: Fatal failure within void CVC4::FloatingPointLiteral::unfinished() const at ./src/util/floatingpoint.cpp:463 Unimplemented code encounteredFloating-point literals not yet implemented.
; expected none, got sat
; run: cvc4 --strings-exp FILE
;
; signature:
;   Fatal failure within void CVC#::FloatingPointLiteral::unfinished() const at floatingpoint.cpp:#; Unimplemented code encounteredFloating-point literals not yet implemented.
;
; evidence:
;   cvc4 --strings-exp 1.8: again: sat in 0.14 s
;   cvc4 --strings-exp 1.8: again: sat in 0.15 s
;   cvc4 --strings-exp 1.8: again: sat in 0.15 s
;   cvc4 --strings-exp 1.8: again: sat in 0.08 s
;   of the reduced formula:
;   cvc4 --strings-exp 1.8: again: sat in 0.02 s
;   cvc4 --strings-exp 1.8: again: sat in 0.10 s
;   cvc4 --strings-exp 1.8: again: sat in 0.06 s
;   cvc4 --strings-exp 1.8: again: sat in 0.04 s
;
; origin:
;   seed fusion-seeds/QF_AUFLIA/sat/swap_invalid_t1_pp_nf_ai_00008_004.cvc.smt2
;   seed fusion-seeds/AUFBVDTLIA/unsat/2.5-cvc4-BitsTricks.scala-13.smt2
;   2 atoms exchanged or added
(set-option :produce-models true)
(declare-const z4 (_ FloatingPoint 2 3))
(assert (=> false (fp.isNegative z4)))
(check-sat)
(get-model)
