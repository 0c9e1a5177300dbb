; easy: three characters, the first is b
(set-info :status sat)
(set-logic ALL)
(declare-cb length (String) Int :lib "boxes.c" :symbol "length")
(declare-const s String)
(assert (= (length s) 3))
(assert (= (str.at s 0) "b"))
(assert (str.in_re s (re.* (re.range "a" "z"))))
(check-sat)
