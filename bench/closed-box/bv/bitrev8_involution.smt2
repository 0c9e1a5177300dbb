; medium: mirrored twice is the same: a box applied to itself, 256 points
(set-info :status unsat)
(set-logic ALL)
(declare-cb bitrev8 ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "bitrev8")
(declare-const x (_ BitVec 8))
(assert (not (= (bitrev8 (bitrev8 x)) x)))
(check-sat)
