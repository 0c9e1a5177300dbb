; easy: which word becomes ABC, and has a small letter in it?
(set-info :status sat)
(set-logic ALL)
(declare-cb upper (String) String :lib "boxes.c" :symbol "upper")
(declare-const s String)
(assert (= (upper s) "ABC"))
(assert (not (= s "ABC")))
(assert (<= (str.len s) 4))
(check-sat)
