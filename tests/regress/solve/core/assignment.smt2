; RUN: solve
; EXPECT: sat
; EXPECT: ((one true))
; EXPECT: (:assertion-stack-levels 0)
(set-option :produce-assignments true)
(declare-const p Bool)
(declare-const q Bool)
(assert (! (or p q) :named one))
(check-sat-assuming ((not p) q))
(get-assignment)
(get-info :assertion-stack-levels)
