; RUN: solve
; EXPECT: sat
; EXPECT: unsat
(declare-const x (_ BitVec 4))
(declare-const q Bool)
(define-const l (Array (_ BitVec 4) (_ BitVec 8))
  ((as (_ god_save_me_const |0aFF|) (Array (_ BitVec 4) (_ BitVec 8))) #x04))
(assert (and (bv2bool x) (= (bool2bv q) #b1) (ensure_index l x)))
(assert (= (select l #x0) #x0a))
(assert (= (select l #x1) #xff))
(assert (= (select l #x2) #x04))
(check-sat)
(assert (= (select l x) #x0a))
(check-sat)
