; medium: the point with Morton code 0x2b3a5c91
(set-info :status sat)
(set-logic ALL)
(declare-cb morton16 ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 32) :lib "boxes.c" :symbol "morton16")
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (= (morton16 x y) #x2b3a5c91))
(check-sat)
