; easy: a box that answers differently every time
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-cb liar ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "liar")
(declare-const x (_ BitVec 16))
(assert (= (liar x) #x0456))
(assert (bvugt x #x0010))
(check-sat)
