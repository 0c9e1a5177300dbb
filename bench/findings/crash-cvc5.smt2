; crash: cvc5 --strings-exp --fp-exp 1.0.3
; Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in libcvc5.so.1+0x87b630 < libcvc5.so.1+0x85da30 < libcvc5.so.1+0x849760
; run: cvc5 --strings-exp --fp-exp FILE
;
; signature:
;   Segmentation fault in libcvc5.so.1+0x87b630 < libcvc5.so.1+0x85da30 < libcvc5.so.1+0x849760
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in 0.03 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in 0.06 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in 0.04 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in 0.06 s
;
; origin:
;   seed fusion-seeds/QF_BV/unsat/bench_2690.smt2
;   seed fusion-seeds/BV/unsat/nested9_true-unreach-call.i_1170.smt2
;   3 atoms exchanged or added
(declare-const a (_ BitVec 8))
(assert (fp.isNegative ((_ to_fp 4 9) RNA a)))
(check-sat)
