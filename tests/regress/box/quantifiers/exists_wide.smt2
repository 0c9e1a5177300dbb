; What exists becomes a constant, which is no part of the model.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: sat
; EXPECT: (
; EXPECT: )
(declare-cb stir ((_ BitVec 64)) (_ BitVec 64))
(assert (exists ((x (_ BitVec 64))) (= ((_ extract 9 0) (stir x)) #b1010101010)))
(check-sat)
(get-model)
