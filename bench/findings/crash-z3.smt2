; crash: z3 4.8.12
; ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new
; run: z3 FILE
;
; signature:
;   ASSERTION VIOLATION; File: fpa#bv_converter.cpp; Line: #; UNEXPECTED CODE WAS REACHED.
;
; evidence:
;   z3 4.8.12: again: crash: ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new in 0.25 s
;   z3 4.8.12: again: crash: ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new in 0.23 s
;   of the reduced formula:
;   z3 4.8.12: again: timeout: over its wall time in 0.42 s
;   z3 4.8.12: again: crash: ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new in 0.32 s
;   z3 4.8.12: again: crash: ASSERTION VIOLATION File: ./src/ast/fpa/fpa2bv_converter.cpp Line: 118 UNEXPECTED CODE WAS REACHED. 4.8.12.0 Please file an issue with this message and more detail about how you encountered it at https://github.com/Z3Prover/z3/issues/new in 0.19 s
;
; origin:
;   seed fusion-seeds/FP/sat/float_req_bl_1121a_true-unreach-call.c_0.smt2
;   seed fusion-seeds/QF_FP/sat/gt-has-solution-2263.smt2
;   3 atoms exchanged or added
(declare-const a RoundingMode)
(assert (fp.leq (_ +zero 2 3) (fp.fma a (_ +zero 2 3) (_ +zero 2 3) (_ +zero 2 3))))
(check-sat)
