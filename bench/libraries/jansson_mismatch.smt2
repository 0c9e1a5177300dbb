; Brackets that do not match.
; library: libjansson.so.4
(set-info :status unsat)
(declare-cb json_valid (String) Bool)
(declare-const t String)
(assert (str.in_re t (re.range "a" "z")))
(assert (json_valid (str.++ "{" t "]")))
(check-sat)
