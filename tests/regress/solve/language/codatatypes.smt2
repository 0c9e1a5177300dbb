; Infinite elements: libz3 has none, so it is not asked; other solvers are told what they are.
; RUN: solve
; EXPECT: unknown
; ERR: codatatypes have no counterpart
; RUN: solve -e "cvc5 --incremental"
; NEEDS: cvc5
; EXPECT: sat
(set-logic ALL)
(declare-codatatypes ((Stream 0)) (((next (head Int) (tail Stream)))))
(declare-const s Stream)
(assert (= (head s) 3))
(check-sat)
