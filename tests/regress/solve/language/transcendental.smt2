; What facts about sine and exponential refute is refuted; no model rests on them alone.
; RUN: solve
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unknown
; ERR: less than this theory
(declare-const x Real)
(push 1)
(assert (> (sin x) 1.5))
(check-sat)
(pop 1)
(push 1)
(assert (and (> x 0.0) (< (exp x) 1.0)))
(check-sat)
(pop 1)
(assert (= (sin x) 0.5))
(check-sat)
