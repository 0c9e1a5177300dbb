; There is no month 13.
; library: libpcre2-8.so.0
(set-info :status unsat)
(declare-cb re_date (String) Bool)
(declare-const s String)
(assert (str.in_re s ((_ re.^ 2) (re.range "0" "9"))))
(assert (re_date (str.++ "2024-13-" s)))
(check-sat)
