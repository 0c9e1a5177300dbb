; wrong model: cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3
; it makes this false: (= (bag.difference_subtract t s) (bag 1 1))
; expected sat, got sat
; run: cvc5 --strings-exp --fp-exp --tlimit-per=300 --incremental FILE
;
; signature:
;   = bag bag.card bag.difference_subtract {Bag}
;
; evidence:
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.05 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.05 s
;   our evaluator rejects its model: it makes this false: (= (bag.difference_subtract t s) (bag 1 1))
;     s = (bag 1 1)
;     z2 = (bag 1 1)
;     (distinct (bag 1 1) (bag 1 1)) = false
;     z1 = 0
;     (<= (- 5196446502272515721) 0 0 0 0) = true
;     (=> false true) = true
;     (bag 1 1) = (bag 1 1)
;     t = (bag.union_disjoint (bag 1 2) (bag (- 1) 1))
;     (bag.subbag (bag 1 1) (bag.union_disjoint (bag 1 2) (bag (- 1) 1))) = true
;     (bag.difference_subtract (bag.union_disjoint (bag 1 2) (bag (- 1) 1)) (bag 1 1)) = (bag.union_disjoint (bag 1 1) (bag (- 1) 1))
;     (= (bag.union_disjoint (bag 1 1) (bag (- 1) 1)) (bag 1 1)) = false
;     (bag.card (bag.union_disjoint (bag 1 2) (bag (- 1) 1))) = 3
;     (= 3 3) = true
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: with this model put in: unsat in 0.05 s
;   of the reduced formula:
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.09 s
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: again: sat in 0.10 s
;   our evaluator rejects its model: it makes this false: (= (bag.difference_subtract t s) (bag 1 1))
;     t = (bag.union_disjoint (bag 1 1) (bag (- 1) 2))
;     s = (as bag.empty (Bag Int))
;     (bag.difference_subtract (bag.union_disjoint (bag 1 1) (bag (- 1) 2)) (as bag.empty (Bag Int))) = (bag.union_disjoint (bag 1 1) (bag (- 1) 2))
;     (= (bag.union_disjoint (bag 1 1) (bag (- 1) 2)) (bag 1 1)) = false
;     (bag.card (bag.union_disjoint (bag 1 1) (bag (- 1) 2))) = 3
;     (= 3 3) = true
;   cvc5 --strings-exp --fp-exp --tlimit-per=300 1.0.3: with this model put in: unsat in 0.06 s
;
; origin:
;   seed bench/findings/seeds/bags/common.smt2
;   seed bench/findings/seeds/integers/iand.smt2
;   2 constants planted
(set-option :produce-models true)
(declare-const t (Bag Int))
(declare-const s (Bag Int))
(assert (= (bag.difference_subtract t s) (bag 1 1)))
(assert (= (bag.card t) 3))
(check-sat)
(get-model)
