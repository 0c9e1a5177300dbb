; easy: a string that says 42
(set-info :status sat)
(set-logic ALL)
(declare-cb parse_number (String) Int :lib "boxes.c" :symbol "parse_number")
(declare-const s String)
(assert (= (parse_number s) 42))
(check-sat)
