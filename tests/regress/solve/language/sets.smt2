; Finite sets: sat is checked, a set that would have to be infinite is no model, and unsat is passed on.
; RUN: solve -v
; EXPECT: sat
; EXPECT: ((s (set.union (set.singleton 3) (set.singleton 5))))
; EXPECT: unsat
; EXPECT: sat
; EXPECT: (((set.card s) 3))
; EXPECT: unsat
; EXPECT: unknown
; ERR: the model was checked
(set-logic ALL)
(declare-const s (Set Int))
(push 1)
(assert (= s (set.insert 3 5 (as set.empty (Set Int)))))
(check-sat)
(get-value (s))
(assert (not (set.member 5 s)))
(check-sat)
(pop 1)
(push 1)
(assert (= (set.card s) 3))
(check-sat)
(get-value ((set.card s)))
(assert (set.subset s (set.insert 3 5 (as set.empty (Set Int)))))
(check-sat)
(pop 1)
(assert (forall ((t (Set Int))) (set.subset t s)))
(check-sat)
