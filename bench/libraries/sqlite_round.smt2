; Where SQL rounds half away from zero.
; library: libsqlite3.so.0
(set-info :status sat)
(declare-cb sql_round (Int) Int)
(declare-const x Int)
(assert (and (<= 100 x) (< x 1000)))
(assert (= (- (* 8 (sql_round x)) x) 4))
(check-sat)
