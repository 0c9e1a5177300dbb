; The exponential function does not fall.
; library: libm.so.6
(set-info :status unsat)
(declare-cb expf (Float32) Float32)
(declare-cb nextafterf (Float32 Float32) Float32)
(declare-const x Float32)
(assert (and (fp.leq ((_ to_fp 8 24) RNE 0.5) x) (fp.lt x ((_ to_fp 8 24) RNE 1.0))))
(assert (fp.gt (expf x) (expf (nextafterf x ((_ to_fp 8 24) RNE 2.0)))))
(check-sat)
