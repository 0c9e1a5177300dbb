; Errors do not end a conversation, but a file.
; RUN: solve -
; EXIT: 3
; EXPECT: (error "stdin:15:9: a formula (sort Bool) is wanted, this has sort Int")
; EXPECT: (error "stdin:17:1: no model: the last check did not answer sat, or something was asserted since")
; EXPECT: sat
; RUN: solve
; EXIT: 3
; EXPECT: (error "errors.smt2:15:9: a formula (sort Bool) is wanted, this has sort Int")
; RUN: solve --keep-going
; EXIT: 3
; EXPECT: (error "errors.smt2:15:9: a formula (sort Bool) is wanted, this has sort Int")
; EXPECT: (error "errors.smt2:17:1: no model: the last check did not answer sat, or something was asserted since")
; EXPECT: sat
(assert 5)
(declare-const x Int)
(get-model)
(assert (> x 0))
(check-sat)
