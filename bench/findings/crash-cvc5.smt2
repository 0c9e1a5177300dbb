; crash: cvc5 --strings-exp --fp-exp 1.0.3
; Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in libcvc5.so.1+0x87b630 < libcvc5.so.1+0x85da30 < libcvc5.so.1+0x849760
; run: cvc5 --strings-exp --fp-exp FILE
;
; signature:
;   Segmentation fault in libcvc5.so.1+0x87b630 < libcvc5.so.1+0x85da30 < libcvc5.so.1+0x849760
;
; evidence:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in 0.01 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in 0.03 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in 0.01 s
;   cvc5 --strings-exp --fp-exp 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x0 Looks like a NULL pointer was dereferenced. in 0.12 s
;
; origin:
;   seed fusion-seeds/QF_FP/unsat/max-has-no-other-solution-15541.smt2
;   seed fusion-seeds/QF_FP/sat/sqrt-has-solution-5268.smt2
;   6 constants planted
(declare-const z6 (_ FloatingPoint 5 4))
(assert (= ((_ to_fp 3 3) RNE z6) (_ +zero 3 3)))
(check-sat)
