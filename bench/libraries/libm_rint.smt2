; rintf rounds as IEEE 754 has it.
; library: libm.so.6
(set-info :status unsat)
(declare-cb rintf (Float32) Float32)
(declare-const x Float32)
(assert (and (fp.leq ((_ to_fp 8 24) RNE 1.0) x) (fp.leq x ((_ to_fp 8 24) RNE 4.0))))
(assert (not (= (rintf x) (fp.roundToIntegral RNE x))))
(check-sat)
