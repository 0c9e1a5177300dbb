; easy: two triangular numbers with sum 100
(set-info :status sat)
(set-logic ALL)
(declare-cb triangle (Int) Int :lib "boxes.c" :symbol "triangle")
(declare-const a Int)
(declare-const b Int)
(assert (< 0 a b))
(assert (= (+ (triangle a) (triangle b)) 100))
(check-sat)
