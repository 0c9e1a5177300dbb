; What a box compares with is seen.
; RUN: solve --lib with/secrets.c --timeout 60
; EXPECT: sat
(declare-cb is_key ((_ BitVec 64)) (_ BitVec 32))
(declare-const x (_ BitVec 64))
(assert (= (is_key x) #x00000001))
(check-sat)
