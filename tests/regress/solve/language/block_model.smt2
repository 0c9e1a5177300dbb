; It asserts what we do not know: later checks are not answered.
; RUN: solve
; EXPECT: sat
; EXPECT: unsupported
; EXPECT: unknown
; ERR: block-model is not supported
(declare-const x Int)
(assert (> x 0))
(check-sat)
(block-model :values)
(check-sat)
