(declare-const m RoundingMode)
(declare-const x (_ FloatingPoint 3 6))
(assert (= (fp.add m x x) (fp #b0 #b100 #b00000)))
(check-sat)
