; A solver that lies is found out, and the reason names it.
; RUN: solve --engine with/liar -
; EXPECT: unknown
; EXPECT: (:reason-unknown "liar answered sat with a wrong model: it makes this false: (= (* 3 x) 21)")
; ERR: wrong model
(declare-const x Int)
(assert (= (* 3 x) 21))
(check-sat)
(get-info :reason-unknown)
