; easy: where in 0x12345678 is 0x45?
(set-info :status sat)
(set-logic ALL)
(declare-cb bitfield ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "bitfield")
(declare-const from (_ BitVec 32))
(declare-const n (_ BitVec 32))
(assert (= (bitfield #x12345678 from n) #x00000045))
(check-sat)
