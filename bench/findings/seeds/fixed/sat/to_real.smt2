(declare-const m RoundingMode)
(assert (= m RNE))
(assert (= (fp.to_real (fp.mul m (fp #b0 #b001 #b0000) (fp #b1 #b010 #b0000))) (- 0.125)))
(check-sat)
