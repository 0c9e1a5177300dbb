; medium: four characters that say a number between 70 and 80
(set-info :status sat)
(set-logic ALL)
(declare-cb parse_number (String) Int :lib "boxes.c" :symbol "parse_number")
(declare-const s String)
(assert (= (str.len s) 4))
(assert (< 70 (parse_number s) 80))
(check-sat)
