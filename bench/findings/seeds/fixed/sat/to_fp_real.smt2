(declare-const r Real)
(assert (= r 1.0001))
(assert (= ((_ to_fp 5 11) RNE r) (fp #b0 #b01111 #b0000000000)))
(check-sat)
