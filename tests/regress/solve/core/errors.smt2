; Errors do not end a conversation, but a file; an assertion that is lost leaves no answer.
; RUN: solve -
; EXIT: 3
; EXPECT: (error "stdin:20:9: a formula (sort Bool) is wanted, this has sort Int")
; EXPECT: (error "stdin:22:1: no model: the last check did not answer sat, or something was asserted since")
; EXPECT: unknown
; ERR: unknown: an error took a part of the formula
; RUN: solve
; EXIT: 3
; EXPECT: (error "errors.smt2:20:9: a formula (sort Bool) is wanted, this has sort Int")
; RUN: solve --keep-going
; EXIT: 3
; EXPECT: (error "errors.smt2:20:9: a formula (sort Bool) is wanted, this has sort Int")
; EXPECT: (error "errors.smt2:22:1: no model: the last check did not answer sat, or something was asserted since")
; EXPECT: unknown
; ERR: unknown: an error took a part of the formula
; RUN: solve --keep-going --ignore-errors
; EXIT: 3
; OUT: ^sat$
(assert 5)
(declare-const x Int)
(get-model)
(assert (> x 0))
(check-sat)
