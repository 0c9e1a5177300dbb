; A cube root whose cube is another number.
; library: libm.so.6
(set-info :status sat)
(declare-cb cbrtf (Float32) Float32)
(declare-const x Float32)
(assert (and (fp.leq ((_ to_fp 8 24) RNE 1.0) x) (fp.leq x ((_ to_fp 8 24) RNE 8.0))))
(assert (let ((c (cbrtf x))) (not (fp.eq (fp.mul RNE c (fp.mul RNE c c)) x))))
(check-sat)
