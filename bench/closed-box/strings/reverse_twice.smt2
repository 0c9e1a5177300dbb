; easy: backwards twice, of one of two words
(set-info :status unsat)
(set-logic ALL)
(declare-cb reverse (String) String :lib "boxes.c" :symbol "reverse")
(declare-const s String)
(assert (or (= s "drawer") (= s "tandem")))
(assert (not (= (reverse (reverse s)) s)))
(check-sat)
