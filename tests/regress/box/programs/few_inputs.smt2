; RUN: solve --allow-code --timeout 60
; EXPECT: sat
; EXPECT: ((x #b101))
(declare-const x (_ BitVec 3))
(oracle-constraint ((a (_ BitVec 3))) ((e Bool)) (=> (= a x) (not e)) with/even)
(assert (bvugt x #b011))
(assert (bvult x #b111))
(check-sat)
(get-value (x))
