; A whole number with a sine that is almost one.
; library: libm.so.6
(set-info :status sat)
(declare-cb sin (Float64) Float64)
(declare-const x Float64)
(assert (= x (fp.roundToIntegral RNE x)))
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.0) x) (fp.leq x ((_ to_fp 11 53) RNE 1000.0))))
(assert (fp.gt (sin x) ((_ to_fp 11 53) RNE 0.99999)))
(check-sat)
