; What a box compares with is seen.
; RUN: solve --lib with/secrets.c --timeout 60
; EXPECT: sat
(declare-cb has_both (String) (_ BitVec 32))
(declare-const x String)
(assert (= (has_both x) #x00000003))
(check-sat)
