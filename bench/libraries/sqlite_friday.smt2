; A Friday the 13th, as SQL counts.
; library: libsqlite3.so.0
(set-info :status sat)
(declare-cb sql_weekday (Int) Int)
(declare-cb sql_monthday (Int) Int)
(declare-const d Int)
(assert (and (<= 10000 d) (< d 20000)))
(assert (= (sql_weekday d) 5))
(assert (= (sql_monthday d) 13))
(check-sat)
