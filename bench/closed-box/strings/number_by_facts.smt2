; medium: none of these says 8 or 9
(set-info :status unsat)
(set-logic ALL)
(declare-cb parse_number (String) Int :lib "boxes.c" :symbol "parse_number")
(declare-const s String)
(assert (or (= s "08x") (= s " 9") (= s "0x8") (= s "89")))
(assert (or (= (parse_number s) 8) (= (parse_number s) 9)))
(check-sat)
