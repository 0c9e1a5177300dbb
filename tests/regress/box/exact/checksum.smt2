; RUN: solve --lib with/boxes.c --timeout 60
; ERR: can see files
; EXPECT: sat
; EXPECT: (((sum16 x) #x1234)
; EXPECT:  ((bvand x #x000000ff) #x00000041))
; RUN: solve --lib with/boxes.c --timeout 60 --mode fuzz
; ERR: can see files
; EXPECT: sat
; EXPECT: (((sum16 x) #x1234)
; EXPECT:  ((bvand x #x000000ff) #x00000041))
(declare-cb sum16 ((_ BitVec 32)) (_ BitVec 16))
(declare-const x (_ BitVec 32))
(assert (= (sum16 x) #x1234))
(assert (= (bvand x #x000000ff) #x00000041))
(check-sat)
(get-value ((sum16 x) (bvand x #x000000ff)))
