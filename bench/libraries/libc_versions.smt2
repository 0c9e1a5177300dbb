; A version between 1.9 and 1.10.
; library: libc.so.6
(set-info :status sat)
(declare-cb strverscmp (String String) (_ BitVec 32))
(declare-const s String)
(assert (bvslt (strverscmp "1.9" s) #x00000000))
(assert (bvslt (strverscmp s "1.10") #x00000000))
(check-sat)
