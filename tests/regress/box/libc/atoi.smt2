; Boxes of strings are fuzzed, too: digits come through a function that reads them.
; RUN: solve --mode fuzz
; EXPECT: sat
; EXPECT: (((atoi s) #x00001267))
(declare-cb atoi (String) (_ BitVec 32))
(declare-const s String)
(assert (= (atoi s) #x00001267))
(assert (= (str.len s) 6))
(check-sat)
(get-value ((atoi s)))
