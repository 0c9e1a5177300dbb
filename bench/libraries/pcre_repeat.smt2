; A word that is another word twice.
; library: libpcre2-8.so.0
(set-info :status sat)
(declare-cb re_repeat (String) Bool)
(declare-const s String)
(assert (= (str.len s) 6))
(assert (str.prefixof "abc" s))
(assert (re_repeat s))
(check-sat)
