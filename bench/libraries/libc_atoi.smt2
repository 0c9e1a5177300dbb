; The text of a number.
; library: libc.so.6
(set-info :status sat)
(declare-cb atoi (String) (_ BitVec 32))
(declare-const s String)
(assert (= (atoi s) (_ bv4294959996 32)))
(check-sat)
