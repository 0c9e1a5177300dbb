; medium: a box that crashes on half of its inputs, solved on the other half
(set-info :status sat)
(set-logic ALL)
(declare-cb crash_odd ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "crash_odd")
(declare-const x (_ BitVec 32))
(assert (= (crash_odd x) (_ bv3000 32)))
(check-sat)
