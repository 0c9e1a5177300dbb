; Bytes at the beginning of a wide bit-vector.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: sat
; EXPECT: ((((_ extract 63 0) a) #x0a1a0a0d474e5089))
(declare-cb magic ((_ BitVec 128)) (_ BitVec 32))
(declare-const a (_ BitVec 128))
(assert (= (magic a) #x00000001))
(check-sat)
(get-value (((_ extract 63 0) a)))
