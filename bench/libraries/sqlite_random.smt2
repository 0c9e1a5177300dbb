; A random number in SQL is no function.
; library: libsqlite3.so.0
(set-info :status unknown)
(declare-cb sql_random (Int) Int)
(declare-const x Int)
(assert (and (<= 0 x) (< x 100000)))
(assert (= (sql_random x) 500000))
(check-sat)
