; RUN: solve
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((((_ tuple.select 1) t) 4))
(set-logic ALL)
(declare-const r (Relation Int Int))
(declare-const t (Tuple Int Int))
(push 1)
(assert (set.member (tuple 1 2) r))
(assert (set.member (tuple 2 3) r))
(assert (not (set.member (tuple 1 3) (rel.join r r))))
(check-sat)
(pop 1)
(assert (= t (tuple 3 4)))
(assert (= r (set.singleton t)))
(assert (not (= (rel.transpose r) r)))
(check-sat)
(get-value (((_ tuple.select 1) t)))
