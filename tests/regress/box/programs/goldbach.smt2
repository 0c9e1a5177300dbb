; RUN: solve --allow-code -q --timeout 60
; EXPECT: sat
; RUN: solve --allow-code -q --timeout 60 --mode cdfl
; EXPECT: sat
; RUN: solve --allow-code -q --timeout 60 --mode fuzz
; EXPECT: sat
(declare-oracle-fun prime with/prime (Int) Bool)
(declare-const p Int)
(declare-const q Int)
(assert (prime p))
(assert (prime q))
(assert (= (+ p q) 30))
(assert (< 7 p q))
(check-sat)
