; medium: a 16-bit seed whose second output begins with 0x0bad
(set-info :status sat)
(set-logic ALL)
(declare-cb lcg32 ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "lcg32")
(declare-const s (_ BitVec 32))
(assert (bvult s #x00010000))
(assert (= ((_ extract 31 16) (lcg32 (lcg32 s))) #x0bad))
(check-sat)
