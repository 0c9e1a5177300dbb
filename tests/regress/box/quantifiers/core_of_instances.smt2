; The core of a refutation by instances names what they are instances of.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: unsat
; LIKE: \(.*two.*\)
(set-option :produce-unsat-cores true)
(declare-cb stir ((_ BitVec 64)) (_ BitVec 64))
(declare-const u (_ BitVec 64))
(assert (! (bvugt u #x0000000000000001) :named one))
(assert (! (forall ((x (_ BitVec 64))) (distinct ((_ extract 7 0) (stir x)) #x2a)) :named two))
(check-sat)
(get-unsat-core)
