(declare-const x (_ FloatingPoint 2 4))
(assert (= x (fp #b0 #b01 #b000)))
(assert (= (fp.roundToIntegral RNE x) (fp #b0 #b01 #b000)))
(check-sat)
