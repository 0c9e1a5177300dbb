; A sudoku of 4 rows: each row, column and 2 by 2 box holds 1 to 4 once.
;     . . | . 1
;     . 3 | . .
;     ----+----
;     . . | 2 .
;     4 . | . .
(set-logic QF_LIA)

(declare-const r1c1 Int)
(declare-const r1c2 Int)
(declare-const r1c3 Int)
(declare-const r1c4 Int)
(declare-const r2c1 Int)
(declare-const r2c2 Int)
(declare-const r2c3 Int)
(declare-const r2c4 Int)
(declare-const r3c1 Int)
(declare-const r3c2 Int)
(declare-const r3c3 Int)
(declare-const r3c4 Int)
(declare-const r4c1 Int)
(declare-const r4c2 Int)
(declare-const r4c3 Int)
(declare-const r4c4 Int)

(assert (and (<= 1 r1c1 4) (<= 1 r1c2 4) (<= 1 r1c3 4) (<= 1 r1c4 4)))
(assert (and (<= 1 r2c1 4) (<= 1 r2c2 4) (<= 1 r2c3 4) (<= 1 r2c4 4)))
(assert (and (<= 1 r3c1 4) (<= 1 r3c2 4) (<= 1 r3c3 4) (<= 1 r3c4 4)))
(assert (and (<= 1 r4c1 4) (<= 1 r4c2 4) (<= 1 r4c3 4) (<= 1 r4c4 4)))

; rows, columns, boxes
(assert (distinct r1c1 r1c2 r1c3 r1c4))
(assert (distinct r2c1 r2c2 r2c3 r2c4))
(assert (distinct r3c1 r3c2 r3c3 r3c4))
(assert (distinct r4c1 r4c2 r4c3 r4c4))
(assert (distinct r1c1 r2c1 r3c1 r4c1))
(assert (distinct r1c2 r2c2 r3c2 r4c2))
(assert (distinct r1c3 r2c3 r3c3 r4c3))
(assert (distinct r1c4 r2c4 r3c4 r4c4))
(assert (distinct r1c1 r1c2 r2c1 r2c2))
(assert (distinct r1c3 r1c4 r2c3 r2c4))
(assert (distinct r3c1 r3c2 r4c1 r4c2))
(assert (distinct r3c3 r3c4 r4c3 r4c4))

; the hints
(assert (and (= r1c4 1) (= r2c2 3) (= r3c3 2) (= r4c1 4)))

(check-sat)
(get-value (r1c1 r1c2 r1c3 r1c4))
(get-value (r2c1 r2c2 r2c3 r2c4))
(get-value (r3c1 r3c2 r3c3 r3c4))
(get-value (r4c1 r4c2 r4c3 r4c4))
