; libz3 answers sat here: under a quantifier it does not look into lambda.
; RUN: solve
; EXPECT: unknown
; ERR: less than this theory
(set-logic HO_ALL)
(declare-sort U 0)
(declare-const x U)
(declare-fun s (U) U)
(declare-fun t ((-> U Bool)) Bool)
(assert (forall ((y U)) (t (lambda ((z U)) (= y (s z))))))
(assert (not (t (lambda ((z U)) (= x (s z))))))
(check-sat)
