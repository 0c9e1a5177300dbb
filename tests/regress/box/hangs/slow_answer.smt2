; The only answer takes ten thousand times as long as any other call: what was put off is tried again with more.
; RUN: solve -q --lib with/boxes.c --timeout 110
; EXPECT: sat
; EXPECT: ((x #x4d))
(declare-cb slow_there ((_ BitVec 8)) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(assert (= (slow_there x) #x1b))
(check-sat)
(get-value (x))
