; medium: a text strictly between two others
(set-info :status sat)
(set-logic ALL)
(declare-cb strcmp2 ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32) :lib "boxes.c" :symbol "strcmp2")
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (= (strcmp2 a b #x6b #x65) #x00000001))
(assert (= (strcmp2 a b #x6b #x67) #xffffffff))
(check-sat)
