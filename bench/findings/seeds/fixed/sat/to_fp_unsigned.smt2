(declare-const m RoundingMode)
(assert (= m RNE))
(assert (= ((_ to_fp_unsigned 3 3) m #b000000000000101010110101001011) (_ +oo 3 3)))
(check-sat)
