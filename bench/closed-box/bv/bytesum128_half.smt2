; medium: a wide argument: byte sum 0x80, with both halves equal
(set-info :status sat)
(set-logic ALL)
(declare-cb bytesum128 ((_ BitVec 128)) (_ BitVec 8) :lib "boxes.c" :symbol "bytesum128")
(declare-const x (_ BitVec 128))
(assert (= (bytesum128 x) #x80))
(assert (= ((_ extract 127 64) x) ((_ extract 63 0) x)))
(assert (bvugt ((_ extract 63 0) x) #x00ff000000000000))
(check-sat)
