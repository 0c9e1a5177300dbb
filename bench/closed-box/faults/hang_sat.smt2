; hard: a box that hangs on one input of 64
(set-info :status sat)
(set-logic ALL)
(declare-cb hang_63 ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "hang_63")
(declare-const x (_ BitVec 16))
(assert (= (hang_63 x) #x0123))
(assert (= ((_ extract 2 0) x) #b110))
(check-sat)
