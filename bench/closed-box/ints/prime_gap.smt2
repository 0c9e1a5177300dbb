; medium: seven numbers in a row that are not prime, below 130
(set-info :status sat)
(set-logic ALL)
(declare-cb is_prime (Int) Bool :lib "boxes.c" :symbol "is_prime")
(declare-const n Int)
(assert (< 20 n 130))
(assert (not (or (is_prime n) (is_prime (+ n 1)) (is_prime (+ n 2)) (is_prime (+ n 3)) (is_prime (+ n 4)) (is_prime (+ n 5)) (is_prime (+ n 6)))))
(assert (is_prime (- n 1)))
(check-sat)
