; There is no 30th of February.
; library: libsqlite3.so.0
(set-info :status unsat)
(declare-cb sql_month (Int) Int)
(declare-cb sql_monthday (Int) Int)
(declare-const d Int)
(assert (and (<= 0 d) (< d 20000)))
(assert (= (sql_month d) 2))
(assert (> (sql_monthday d) 29))
(check-sat)
