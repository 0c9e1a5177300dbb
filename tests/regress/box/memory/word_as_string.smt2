; RUN: solve --timeout 60
; EXPECT: sat
; EXPECT: ((s "hidden"))
(declare-cb strcmp (String String) (_ BitVec 32))
(declare-const s String)
(assert (= (strcmp s "hidden") #x00000000))
(check-sat)
(get-value (s))
