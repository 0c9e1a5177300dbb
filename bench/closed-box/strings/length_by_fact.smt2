; easy: the length of hello
(set-info :status unsat)
(set-logic ALL)
(declare-cb length (String) Int :lib "boxes.c" :symbol "length")
(declare-const n Int)
(assert (= n (length "hello")))
(assert (not (= n 5)))
(check-sat)
