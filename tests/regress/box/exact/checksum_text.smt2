; Beside a string: the same is found.
; RUN: solve --lib with/boxes.c --timeout 60
; ERR: can see files
; EXPECT: sat
; EXPECT: (((str.at s 0) "A"))
(declare-cb sum16 ((_ BitVec 32)) (_ BitVec 16))
(declare-const x (_ BitVec 32))
(declare-const s String)
(assert (= (sum16 x) #x1234))
(assert (= (bvand x #x000000ff) #x00000041))
(assert (= (str.at s 0) (str.from_code (ubv_to_int (bvand x #x000000ff)))))
(check-sat)
(get-value ((str.at s 0)))
