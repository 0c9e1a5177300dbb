; All values of one constant were tried: what says nothing of it is not needed.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: unsat
; EXPECT: (big even)
(set-option :produce-unsat-cores true)
(declare-cb half ((_ BitVec 32)) (_ BitVec 32))
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (! (and (bvult a #x00010000) (= (half a) #x00009000)) :named big))
(assert (! (bvugt (half b) #x00000010) :named other))
(assert (! (= ((_ extract 0 0) a) #b0) :named even))
(check-sat)
(get-unsat-core)
