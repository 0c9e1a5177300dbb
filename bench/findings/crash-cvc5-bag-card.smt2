; crash: cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3
; Segmentation fault: cvc5 suffered a segfault. Offending address is 0x1a0000000158 in cln::compare < libcvc5.so.1+0x7c1e20 < libcvc5.so.1+0x990170
; run: cvc5 --strings-exp --fp-exp --tlimit-per=300 --incremental FILE
;
; signature:
;   Segmentation fault in cln::compare < libcvc5.so.1+0x7c1e20 < libcvc5.so.1+0x990170
;
; evidence:
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.04 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x1a0000000158 in 0.04 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x1a0000000158 in 0.04 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.03 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x160000000158 in 0.03 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: crash: Segmentation fault: cvc5 suffered a segfault. Offending address is 0x160000000158 in 0.03 s
;
; origin:
;   seed bench/findings/seeds/bags/common.smt2
;   seed bench/findings/seeds/bags/common.smt2
;   3 constants planted
(set-option :produce-models true)
(declare-const v0 Bool)
(declare-const v1 Bool)
(declare-const z3 (Bag Int))
(declare-const z2 Int)
(assert v0)
(assert v1)
(assert (< (bag.card z3) (* z2 z2)))
(check-sat)
(get-model)
