; A box that hangs on half of its inputs is searched all the same: such calls are ended early.
; RUN: solve -q --lib with/boxes.c --timeout 110
; EXPECT: sat
; RUN: solve -q --lib with/boxes.c --timeout 110 --mode fuzz
; EXPECT: sat
(declare-cb half_hangs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= ((_ extract 31 26) (half_hangs x)) #b010110))
(check-sat)
