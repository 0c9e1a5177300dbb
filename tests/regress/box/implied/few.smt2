; A few values far from each other, by a product of bit-vectors.
; RUN: solve --lib with/boxes.c --timeout 60 --explain
; EXPECT: unsat
; ERR: implied: \(or \(= 
; RUN: solve --lib with/boxes.c --timeout 60 --mode cdfl --explain
; EXPECT: unsat
; ERR: implied: \(or \(= 
(declare-cb of_word ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult (bvmul x #x9e3779b1) #x00000008))
(assert (= (of_word x) #x00000001))
(check-sat)
