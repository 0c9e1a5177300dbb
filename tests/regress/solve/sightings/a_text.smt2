; What a box compares with is seen.
; RUN: solve --lib with/secrets.c --timeout 60
; EXPECT: sat
(declare-cb is_open (String) (_ BitVec 32))
(declare-const x String)
(assert (= (is_open x) #x00000001))
(check-sat)
