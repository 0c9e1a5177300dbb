; medium: a box that runs out of stack above 1,000
(set-info :status sat)
(set-logic ALL)
(declare-cb deep ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "deep")
(declare-const x (_ BitVec 32))
(assert (= (deep x) (_ bv777 32)))
(check-sat)
