; What the SMT engine refutes around the fuzzer's values is a lemma: one conflict is enough here.
; RUN: solve --lib with/boxes.c --timeout 60 --mode cdfl --explain --no-implied
; EXPECT: sat
; ERR: lemma: \(not \(and \(bvule #x00000000 x\) \(bvule x #xef
; RUN: solve --lib with/boxes.c --timeout 60 --mode cdfl --explain --no-implied --no-lemmas
; EXPECT: sat
; ERR: forbidden: 
(declare-cb hash ((_ BitVec 32)) (_ BitVec 32))
(declare-fun g ((_ BitVec 4)) Bool)
(declare-const x (_ BitVec 32))
(assert (= ((_ extract 3 0) (hash x)) #xa))
(assert (g ((_ extract 31 28) x)))
(assert (not (g #x0)))
(assert (not (g #x1)))
(assert (not (g #x2)))
(assert (not (g #x3)))
(assert (not (g #x4)))
(assert (not (g #x5)))
(assert (not (g #x6)))
(assert (not (g #x7)))
(assert (not (g #x8)))
(assert (not (g #x9)))
(assert (not (g #xa)))
(assert (not (g #xb)))
(assert (not (g #xc)))
(assert (not (g #xd)))
(assert (not (g #xe)))
(check-sat)
