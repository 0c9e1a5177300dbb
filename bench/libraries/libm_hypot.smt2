; The third side of a triangle.
; library: libm.so.6
(set-info :status sat)
(declare-cb hypotf (Float32 Float32) Float32)
(declare-const x Float32)
(assert (= (hypotf x ((_ to_fp 8 24) RNE 4.0)) ((_ to_fp 8 24) RNE 5.0)))
(check-sat)
