; medium: casting out nines, 0 to 40
(set-info :status unsat)
(set-logic ALL)
(declare-cb digit_sum (Int) Int :lib "boxes.c" :symbol "digit_sum")
(declare-const n Int)
(assert (<= 0 n 40))
(assert (not (= (mod (digit_sum n) 9) (mod n 9))))
(check-sat)
