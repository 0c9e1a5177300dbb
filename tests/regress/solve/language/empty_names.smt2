; The empty symbol, and a pattern of nothing.
; RUN: solve
; EXPECT: sat
; EXPECT: ((|| #x1))
; EXPECT: unsat
(declare-const || (_ BitVec 4))
(assert (= || #b0001))
(check-sat)
(get-value (||))
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (! (P x) :pattern ())))
(assert (not (P 0)))
(check-sat)
