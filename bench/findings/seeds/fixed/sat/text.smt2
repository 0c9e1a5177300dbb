(declare-const s String)
(assert (= (str.len s) 2))
(check-sat)
