; easy: and is still a function
(set-info :status unsat)
(set-logic ALL)
(declare-cb shout ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "shout")
(declare-const x (_ BitVec 32))
(assert (= x (shout #x00000000)))
(assert (not (= x #x000000ff)))
(check-sat)
