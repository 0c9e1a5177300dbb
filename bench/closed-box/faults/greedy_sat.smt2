; medium: a box that allocates without end above 1,000
(set-info :status sat)
(set-logic ALL)
(declare-cb greedy ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "greedy")
(declare-const x (_ BitVec 16))
(assert (= (greedy x) (_ bv1234 16)))
(check-sat)
