; medium: the state two steps before 0x1234
(set-info :status sat)
(set-logic ALL)
(declare-cb lfsr16 ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "lfsr16")
(declare-const x (_ BitVec 16))
(assert (= (lfsr16 (lfsr16 x)) #x1234))
(check-sat)
