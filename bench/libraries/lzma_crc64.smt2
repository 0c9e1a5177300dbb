; A word whose CRC-64 ends in 1234.
; library: liblzma.so.5
(set-info :status sat)
(declare-cb lzma_crc64_4 ((_ BitVec 32)) (_ BitVec 64))
(declare-const x (_ BitVec 32))
(assert (= ((_ extract 15 0) (lzma_crc64_4 x)) #x1234))
(check-sat)
