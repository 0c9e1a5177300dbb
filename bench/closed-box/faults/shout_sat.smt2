; easy: a box that prints answers of its own
(set-info :status sat)
(set-logic ALL)
(declare-cb shout ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "shout")
(declare-const x (_ BitVec 32))
(assert (= (shout x) #x12345678))
(check-sat)
