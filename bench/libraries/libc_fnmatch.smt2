; A file name of five characters that a pattern takes.
; library: libc.so.6
(set-info :status sat)
(declare-cb fnmatch (String String (_ BitVec 32)) (_ BitVec 32))
(declare-const s String)
(assert (= (str.len s) 5))
(assert (= (fnmatch "*.[ch]" s #x00000000) #x00000000))
(check-sat)
