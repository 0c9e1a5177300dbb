; A date in November, as the pattern has it.
; library: libpcre2-8.so.0
(set-info :status sat)
(declare-cb re_date (String) Bool)
(declare-const s String)
(assert (str.in_re s (re.++ ((_ re.^ 4) (re.range "0" "9")) (str.to_re "-11-") ((_ re.^ 2) (re.range "0" "9")))))
(assert (re_date s))
(check-sat)
