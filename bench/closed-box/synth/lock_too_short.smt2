; hard: three symbols do not
(set-info :status unsat)
(set-logic ALL)
(declare-cb step ((_ BitVec 3) (_ BitVec 2)) (_ BitVec 3) :lib "boxes.c" :symbol "lock_step")
(declare-const a (_ BitVec 2))
(declare-const b (_ BitVec 2))
(declare-const c (_ BitVec 2))
(assert (= (step (step (step #b000 a) b) c) #b111))
(check-sat)
