; Equal arguments, equal results: nothing else is needed.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: unsat
; EXPECT: (same differ)
(set-option :produce-unsat-cores true)
(declare-cb half ((_ BitVec 32)) (_ BitVec 32))
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (! (= a b) :named same))
(assert (! (bvugt a #x00000005) :named more))
(assert (! (distinct (half a) (half b)) :named differ))
(check-sat)
(get-unsat-core)
