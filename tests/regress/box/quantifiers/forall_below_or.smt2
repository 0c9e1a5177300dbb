; One way out of a disjunction is closed.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: sat
; EXPECT: ((p true))
(declare-cb stir ((_ BitVec 64)) (_ BitVec 64))
(declare-const p Bool)
(assert (or p (forall ((x (_ BitVec 64))) (distinct ((_ extract 7 0) (stir x)) #x2a))))
(check-sat)
(get-value (p))
