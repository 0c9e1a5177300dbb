; --mode fuzz is honoured without boxes, too.
; RUN: solve --mode fuzz --explain
; EXPECT: sat
; ERR: fuzz: .* a model that holds
(declare-const x (_ BitVec 32))
(assert (= (bvmul x #x00000007) #x0000002a))
(check-sat)
