; What may stand alone in an array.
; library: libjansson.so.4
(set-info :status sat)
(declare-cb json_valid (String) Bool)
(declare-const t String)
(assert (= (str.len t) 1))
(assert (not (= t " ")))
(assert (json_valid (str.++ "[" t "]")))
(check-sat)
