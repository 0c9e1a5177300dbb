; The CRC-32 of a file of which only the second part is known.
; library: libz.so.1
(set-info :status sat)
(declare-cb crc32_combine ((_ BitVec 64) (_ BitVec 64) (_ BitVec 64)) (_ BitVec 64))
(declare-const a (_ BitVec 64))
(assert (bvult a (_ bv65536 64)))
(assert (= (crc32_combine a (_ bv22136 64) (_ bv4 64)) #x0000000060eb4e90))
(check-sat)
