; medium: only where it crashes: nobody knows
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-cb crash_odd ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "crash_odd")
(declare-const x (_ BitVec 32))
(assert (= (crash_odd (bvor x #x00000001)) #x00000006))
(check-sat)
