; A call that was ended early refutes nothing: two slow calls would be needed.
; RUN: solve -q --lib with/boxes.c --timeout 110
; EXPECT: unsat
(declare-cb slow_there ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= (slow_there x) #x1b (slow_there y)))
(assert (distinct x y))
(check-sat)
