; Assumptions, also where only calls of the box can tell.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: unsat
; EXPECT: ((= (half a) #x00000007) (bvult a #x00000005))
(set-option :produce-unsat-assumptions true)
(declare-cb half ((_ BitVec 32)) (_ BitVec 32))
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(check-sat-assuming ((= (half a) #x00000007) (= (half b) #x00000001) (bvult a #x00000005)))
(get-unsat-assumptions)
