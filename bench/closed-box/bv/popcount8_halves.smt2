; medium: popcount of a byte is that of its nibbles: the box applied three times
(set-info :status unsat)
(set-logic ALL)
(declare-cb popcount8 ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "popcount8")
(declare-const x (_ BitVec 8))
(assert (not (= (popcount8 x) (bvadd (popcount8 (bvand x #x0f)) (popcount8 (bvlshr x #x04))))))
(check-sat)
