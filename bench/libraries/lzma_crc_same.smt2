; Two libraries, one CRC-32.
; library: liblzma.so.5 libz.so.1
(set-info :status unsat)
(declare-cb lzma_crc4 ((_ BitVec 32)) (_ BitVec 32))
(declare-cb crc4 ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00100000))
(assert (not (= (lzma_crc4 x) (crc4 x))))
(check-sat)
