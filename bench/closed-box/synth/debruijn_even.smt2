; medium: no magic byte with its low five bits clear does it
(set-info :status unsat)
(set-logic ALL)
(declare-cb slot ((_ BitVec 8) (_ BitVec 3)) (_ BitVec 3) :lib "boxes.c" :symbol "debruijn_slot")
(declare-const m (_ BitVec 8))
(assert (= ((_ extract 4 0) m) #b00000))
(assert (distinct (slot m #b000) (slot m #b001) (slot m #b010) (slot m #b011) (slot m #b100)))
(check-sat)
