; easy: abca is none
(set-info :status unsat)
(set-logic ALL)
(declare-cb palindrome (String) Bool :lib "boxes.c" :symbol "palindrome")
(declare-const s String)
(assert (= s (str.++ "ab" "ca")))
(assert (palindrome s))
(check-sat)
