; crash: cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3
; Aborted in CaDiCaL::Solver::val < libcvc5.so.1+0x4780f0 < libcvc5.so.1+0x82b890
; run: cvc5 --strings-exp --fp-exp --tlimit-per=300 --incremental FILE
;
; signature:
;   Aborted in CaDiCaL::Solver::val < libcvc5.so.1+0x4780f0 < libcvc5.so.1+0x82b890
;
; evidence:
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: crash: Aborted: cadical: fatal error: invalid API usage of 'int CaDiCaL::Solver::val(int)' in '../src/solver.cpp': can only get value in satisfied state in 0.44 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: crash: Aborted: cadical: fatal error: invalid API usage of 'int CaDiCaL::Solver::val(int)' in '../src/solver.cpp': can only get value in satisfied state in 0.44 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: crash: Aborted in 0.60 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: crash: Aborted in 0.54 s
;
; origin:
;   seed bench/findings/seeds/sets/common.smt2
;   seed bench/findings/seeds/bags/common.smt2
;   4 constants planted
(declare-const z2 Real)
(declare-const z3 (_ BitVec 36))
(assert (= (* z2 z2) 0.0004))
(assert (not (bvugt z3 z3)))
(check-sat)
