; easy: exit() on even inputs
(set-info :status sat)
(set-logic ALL)
(declare-cb exit_even ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "exit_even")
(declare-const x (_ BitVec 8))
(assert (= (exit_even x) #x07))
(check-sat)
