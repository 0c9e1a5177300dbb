; No whole number up to 1,000 has the cosine zero.
; library: libm.so.6
(set-info :status unsat)
(declare-cb cos (Float64) Float64)
(declare-const x Float64)
(assert (= x (fp.roundToIntegral RNE x)))
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.0) x) (fp.leq x ((_ to_fp 11 53) RNE 1000.0))))
(assert (fp.isZero (cos x)))
(check-sat)
