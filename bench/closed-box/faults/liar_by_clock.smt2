; medium: a box whose answers depend on the clock
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-cb clock_liar ((_ BitVec 8)) (_ BitVec 8) :lib "boxes.c" :symbol "clock_liar")
(declare-const x (_ BitVec 8))
(assert (= (clock_liar x) #x33))
(check-sat)
