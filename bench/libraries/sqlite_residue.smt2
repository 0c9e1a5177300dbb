; 3 is no square modulo 7, also in SQL.
; library: libsqlite3.so.0
(set-info :status unsat)
(declare-cb sql_square_mod (Int) Int)
(declare-const x Int)
(assert (and (<= 0 x) (< x 65536)))
(assert (= (sql_square_mod x) 3))
(check-sat)
