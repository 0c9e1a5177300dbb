; hard: a magic byte that gives each bit its own slot
(set-info :status sat)
(set-logic ALL)
(declare-cb slot ((_ BitVec 8) (_ BitVec 3)) (_ BitVec 3) :lib "boxes.c" :symbol "debruijn_slot")
(declare-const m (_ BitVec 8))
(assert (distinct (slot m #b000) (slot m #b001) (slot m #b010) (slot m #b011) (slot m #b100) (slot m #b101) (slot m #b110) (slot m #b111)))
(assert (bvult m #x20))
(check-sat)
