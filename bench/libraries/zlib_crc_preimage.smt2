; Four bytes with a given CRC-32.
; library: libz.so.1
(set-info :status sat)
(declare-cb crc4 ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (crc4 x) #x1a5a601f))
(check-sat)
