; medium: two orders cost 253 more than one of the same size
(set-info :status sat)
(set-logic ALL)
(declare-cb price (Int) Int :lib "boxes.c" :symbol "price")
(declare-const a Int)
(declare-const b Int)
(assert (< 5 a b 100))
(assert (= (+ (price a) (price b)) (+ (price (+ a b)) 253)))
(check-sat)
