; What holds for all values of a small domain is seen by trying them.
; RUN: solve -q --lib with/boxes.c --timeout 60 --limit instances=0
; EXPECT: sat
(declare-cb stir ((_ BitVec 64)) (_ BitVec 64))
(declare-const c (_ BitVec 64))
(assert (forall ((x (_ BitVec 12))) (distinct (stir ((_ zero_extend 52) x)) c)))
(assert (bvult c #x0000000000000010))
(check-sat)
