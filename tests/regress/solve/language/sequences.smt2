; RUN: solve -v
; EXPECT: sat
; EXPECT: ((q (seq.++ (seq.unit 1) (seq.unit 7))))
; EXPECT: unsat
; ERR: the model was checked
(set-logic ALL)
(declare-const q (Seq Int))
(assert (= (seq.len q) 2))
(assert (= (seq.nth q 1) 7))
(assert (seq.prefixof (seq.unit 1) q))
(check-sat)
(get-value (q))
(assert (seq.contains q (seq.unit 8)))
(check-sat)
