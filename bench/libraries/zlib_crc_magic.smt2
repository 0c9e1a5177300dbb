; No small word has a CRC-32 that begins with these five digits.
; library: libz.so.1
(set-info :status unsat)
(declare-cb crc4 ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00010000))
(assert (= ((_ extract 31 12) (crc4 x)) #xabcde))
(check-sat)
