; medium: writes behind its buffer when the first byte is 0
(set-info :status sat)
(set-logic ALL)
(declare-cb scribble ((Array (_ BitVec 3) (_ BitVec 8))) (_ BitVec 8) :lib "boxes.c" :symbol "scribble")
(declare-const a (Array (_ BitVec 3) (_ BitVec 8)))
(assert (= (scribble a) #x80))
(assert (bvult (select a #b000) (select a #b001)))
(check-sat)
