; The loop begins with the literals that call boxes; by default with what bounds their constants, too.
; RUN: solve --lib with/boxes.c --timeout 60 --mode cdfl --explain
; EXPECT: sat
; ERR: iteration 1: the fuzzer has 2 constraints
; RUN: solve --lib with/boxes.c --timeout 60 --mode cdfl --explain --lazy-start
; EXPECT: sat
; ERR: iteration 1: the fuzzer has 1 constraints
(declare-cb hash ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= ((_ extract 7 0) (hash x)) #x2a))
(assert (bvugt x #x00ffffff))
(check-sat)
