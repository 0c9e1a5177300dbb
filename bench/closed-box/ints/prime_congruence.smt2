; easy: p is prime and so is p, written differently
(set-info :status unsat)
(set-logic ALL)
(declare-cb is_prime (Int) Bool :lib "boxes.c" :symbol "is_prime")
(declare-const p Int)
(declare-const q Int)
(assert (is_prime (+ p q)))
(assert (not (is_prime (- p (- q)))))
(check-sat)
