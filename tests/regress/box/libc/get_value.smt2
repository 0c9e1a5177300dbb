; get-value calls boxes, and what the SMT engine took for x/0 is known where it gave the model.
; RUN: solve --timeout 60
; EXPECT: sat
; EXPECT: (((div x 0) 7)
; EXPECT:  ((abs #xfffffffe) #x00000002))
; EXPECT: sat
; EXPECT: (((abs b) #x00000005))
(declare-cb abs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x Int)
(declare-const b (_ BitVec 32))
(push 1)
(assert (and (= (div x 0) 7) (> x 0)))
(check-sat)
(get-value ((div x 0) (abs #xfffffffe)))
(pop 1)
(assert (= (abs b) #x00000005))
(check-sat)
(get-value ((abs b)))
