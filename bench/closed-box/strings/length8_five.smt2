; medium: a text of five bytes in a buffer, the last one is given
(set-info :status sat)
(set-logic ALL)
(declare-cb length8 ((Array (_ BitVec 3) (_ BitVec 8))) (_ BitVec 8) :lib "boxes.c" :symbol "length8")
(declare-const a (Array (_ BitVec 3) (_ BitVec 8)))
(assert (= (length8 a) #x05))
(assert (= (select a #b100) #x7a))
(assert (= (select a #b110) #x21))
(check-sat)
