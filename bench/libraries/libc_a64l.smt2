; The two digits of radix 64 that are 1234.
; library: libc.so.6
(set-info :status sat)
(declare-cb a64l (String) (_ BitVec 64))
(declare-const s String)
(assert (= (str.len s) 2))
(assert (= (a64l s) (_ bv1234 64)))
(check-sat)
