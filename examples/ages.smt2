; Ann is twice as old as Ben was when Ann was as old as Ben is now.
; Together they are 63. How old are they?
(set-logic QF_LIA)

(declare-const ann Int)
(declare-const ben Int)
(declare-const ago Int) ; that many years ago, Ann was as old as Ben is now

(assert (and (> ben 0) (> ago 0)))
(assert (= (- ann ago) ben))
(assert (= ann (* 2 (- ben ago))))
(assert (= (+ ann ben) 63))

(check-sat)
(get-value (ann ben))
