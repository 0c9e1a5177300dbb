; The fuzzer gets the disjunct that the SMT engine chose.
; RUN: solve --lib with/boxes.c --timeout 60 --mode cdfl --explain
; EXPECT: sat
; ERR: chosen: \(= \(\(_ extract
; RUN: solve -q --lib with/boxes.c --timeout 60 --mode cdfl --no-disjuncts
; EXPECT: sat
(declare-cb hash ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(assert (or (= ((_ extract 7 0) (hash x)) #x2a) (= ((_ extract 7 0) (hash y)) #x2b)))
(assert (distinct x y))
(check-sat)
