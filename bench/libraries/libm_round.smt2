; Where two ways to round differ.
; library: libm.so.6
(set-info :status sat)
(declare-cb rintf (Float32) Float32)
(declare-cb roundf (Float32) Float32)
(declare-const x Float32)
(assert (and (fp.leq ((_ to_fp 8 24) RNE 1.0) x) (fp.leq x ((_ to_fp 8 24) RNE 64.0))))
(assert (not (= (rintf x) (roundf x))))
(check-sat)
