; One element of an array is wanted: the other 256 to the power of 4 are not looked at.
; RUN: solve
; EXPECT: sat
(set-logic ALL)
(declare-fun x () (_ BitVec 8))
(assert (= x (select (lambda ((i (_ BitVec 8)))
 (select (lambda ((i (_ BitVec 8)))
  (select (lambda ((i (_ BitVec 8)))
   (select (lambda ((i (_ BitVec 8))) (ite (= i #xff) #xff (_ bv7 8))) #b00001111)) #b00001111)) #b00001111)) #b00001111)))
(check-sat)
