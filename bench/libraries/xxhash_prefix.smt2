; A word whose hash begins with abcde.
; library: libxxhash.so.0
(set-info :status sat)
(declare-cb xxhash4 ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= ((_ extract 31 12) (xxhash4 x)) #xabcde))
(check-sat)
