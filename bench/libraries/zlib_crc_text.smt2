; A word of three letters whose CRC-32 ends in bee.
; library: libz.so.1
(set-info :status sat)
(declare-cb crc32 ((_ BitVec 64) String (_ BitVec 32)) (_ BitVec 64))
(declare-const s String)
(assert (str.in_re s ((_ re.^ 3) (re.range "a" "z"))))
(assert (= ((_ extract 11 0) (crc32 #x0000000000000000 s #x00000003)) #xbee))
(check-sat)
