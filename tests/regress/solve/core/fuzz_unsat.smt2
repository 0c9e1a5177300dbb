; A fuzzer that tried everything does not say unsat.
; RUN: solve --mode fuzz
; EXPECT: unknown
; EXPECT: (:reason-unknown "the fuzzer tried every input and found no model")
; ERR: tried every input
(declare-const x (_ BitVec 4))
(assert (bvult x #x3))
(assert (bvugt x #x9))
(check-sat)
(get-info :reason-unknown)
