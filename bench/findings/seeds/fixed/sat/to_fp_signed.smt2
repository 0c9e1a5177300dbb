(declare-const m RoundingMode)
(assert (= m RTZ))
(assert (fp.isNormal ((_ to_fp 3 6) m #b000100000000000000000)))
(check-sat)
