; The end of a UUID.
; library: libuuid.so.1
(set-info :status sat)
(declare-cb uuid_valid (String) Bool)
(declare-const t String)
(assert (= (str.len t) 2))
(assert (uuid_valid (str.++ "12345678-1234-1234-1234-1234567890" t)))
(assert (not (= t "00")))
(check-sat)
