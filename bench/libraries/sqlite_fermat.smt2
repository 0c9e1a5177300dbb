; A square root of 4 other than 2.
; library: libsqlite3.so.0
(set-info :status sat)
(declare-cb sql_square_fermat (Int) Int)
(declare-const x Int)
(assert (and (< 2 x) (< x 70000)))
(assert (= (sql_square_fermat x) 4))
(check-sat)
