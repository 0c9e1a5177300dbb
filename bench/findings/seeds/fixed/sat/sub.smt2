(declare-const x (_ FloatingPoint 2 3))
(assert (= x (fp #b0 #b01 #b00)))
(assert (= (fp.sub RNE x x) (_ +zero 2 3)))
(check-sat)
