; Between the groups no letter will do.
; library: libuuid.so.1
(set-info :status unsat)
(declare-cb uuid_valid (String) Bool)
(declare-const t String)
(assert (str.in_re t (re.range "a" "z")))
(assert (uuid_valid (str.++ "12345678" t "1234-1234-1234-1234567890ab")))
(check-sat)
