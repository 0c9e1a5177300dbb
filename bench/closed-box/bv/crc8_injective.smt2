; medium: the first step of CRC-8 loses nothing: 256 points, two applications
(set-info :status unsat)
(set-logic ALL)
(declare-cb crc8 ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "crc8")
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (not (= a b)))
(assert (= (crc8 #x00 a) (crc8 #x00 b)))
(check-sat)
