; medium: none of three words becomes HELLO
(set-info :status unsat)
(set-logic ALL)
(declare-cb upper (String) String :lib "boxes.c" :symbol "upper")
(declare-const s String)
(assert (or (= s "help") (= s "hell0") (= s "halo")))
(assert (= (upper s) "HELLO"))
(check-sat)
