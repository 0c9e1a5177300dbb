; medium: gcd is symmetric on 1 to 6: 36 points
(set-info :status unsat)
(set-logic ALL)
(declare-cb gcd (Int Int) Int :lib "boxes.c" :symbol "gcd")
(declare-const a Int)
(declare-const b Int)
(assert (and (<= 1 a 6) (<= 1 b 6)))
(assert (not (= (gcd a b) (gcd b a))))
(check-sat)
