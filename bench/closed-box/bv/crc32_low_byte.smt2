; medium: two bytes after which the low 12 bits of a CRC-32 are 0xabc
(set-info :status sat)
(set-logic ALL)
(declare-cb crc ((_ BitVec 32) (_ BitVec 8)) (_ BitVec 32) :lib "boxes.c" :symbol "crc32_byte")
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (= ((_ extract 11 0) (crc (crc #xffffffff a) b)) #xabc))
(check-sat)
