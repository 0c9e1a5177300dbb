; Both directions of an equation are looked at.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: unsat
(declare-cb stir ((_ BitVec 64)) (_ BitVec 64))
(declare-const p Bool)
(assert (= p (forall ((x (_ BitVec 64))) (distinct ((_ extract 7 0) (stir x)) #x2a))))
(assert p)
(check-sat)
