; easy: the same string in two ways
(set-info :status unsat)
(set-logic ALL)
(declare-cb length (String) Int :lib "boxes.c" :symbol "length")
(declare-const s String)
(declare-const t String)
(assert (= t (str.++ s "x")))
(assert (not (= (length t) (length (str.++ s "x")))))
(check-sat)
