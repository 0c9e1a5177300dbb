; The sine is never more than one.
; library: libm.so.6
(set-info :status unsat)
(declare-cb sinf (Float32) Float32)
(declare-const x Float32)
(assert (and (fp.leq ((_ to_fp 8 24) RNE 1.0) x) (fp.leq x ((_ to_fp 8 24) RNE 2.0))))
(assert (fp.gt (sinf x) ((_ to_fp 8 24) RNE 1.0)))
(check-sat)
