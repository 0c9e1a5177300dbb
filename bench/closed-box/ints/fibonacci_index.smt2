; easy: which Fibonacci number is 987?
(set-info :status sat)
(set-logic ALL)
(declare-cb fibonacci (Int) Int :lib "boxes.c" :symbol "fibonacci")
(declare-const n Int)
(assert (= (fibonacci n) 987))
(assert (< n 30))
(check-sat)
