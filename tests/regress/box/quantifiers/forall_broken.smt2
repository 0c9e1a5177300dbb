; A value that breaks it is found by running the box.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: unsat
(declare-cb stir ((_ BitVec 64)) (_ BitVec 64))
(assert (forall ((x (_ BitVec 64))) (distinct ((_ extract 7 0) (stir x)) #x2a)))
(check-sat)
