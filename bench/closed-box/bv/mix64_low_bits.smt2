; medium: twelve given bits of a 64-bit mixer
(set-info :status sat)
(set-logic ALL)
(declare-cb mix64 ((_ BitVec 64)) (_ BitVec 64) :lib "boxes.c" :symbol "mix64")
(declare-const x (_ BitVec 64))
(assert (= ((_ extract 51 40) (mix64 x)) #x5a5))
(assert (bvult x #x0000000100000000))
(check-sat)
