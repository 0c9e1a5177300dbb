; crash: z3 4.8.12
; ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new
; run: z3 FILE
;
; signature:
;   ASSERTION VIOLATION; File: fpa#bv_converter.cpp; Line: #; UNEXPECTED CODE WAS REACHED.
;
; evidence:
;   z3 4.8.12: again: crash: ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new in 0.05 s
;   z3 4.8.12: again: crash: ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new in 0.06 s
;   of the reduced formula:
;   z3 4.8.12: again: crash: ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new in 0.04 s
;   z3 4.8.12: again: crash: ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new in 0.09 s
;
; origin:
;   seed fusion-seeds/FP/unsat/3_5_RTP_fp.fma_fp.isNaN0.smt2
;   seed fusion-seeds/QF_FP/sat/toIntegral-has-solution-1107.smt2
;   4 constants planted
(declare-const z4 RoundingMode)
(assert (fp.isInfinite (fp.fma z4 (_ +zero 2 3) (_ +zero 2 3) (_ +zero 2 3))))
(check-sat)
