; medium: no odd byte gives 0xaa, but even ones may
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-cb exit_even ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "exit_even")
(declare-const x (_ BitVec 8))
(assert (= (exit_even x) #xaa))
(check-sat)
