; easy: how many letters for 1,347?
(set-info :status sat)
(set-logic ALL)
(declare-cb price (Int) Int :lib "boxes.c" :symbol "price")
(declare-const n Int)
(assert (= (price n) 1347))
(check-sat)
