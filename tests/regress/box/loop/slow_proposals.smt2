; The SMT engine takes long for each text that it proposes, and proposes the right one of 456,976 by chance only: the
; fuzzer, which tries thousands meanwhile, gets as much of the time.
; RUN: solve -q --lib with/boxes.c --timeout 60
; EXPECT: sat
(declare-cb text_hash (String) (_ BitVec 32))
(declare-const text String)
(assert (= (str.len text) 4))
(assert (str.in_re text (re.+ (re.range "a" "z"))))
(assert (= ((_ extract 15 0) (text_hash text)) #xcafe))
(check-sat)
