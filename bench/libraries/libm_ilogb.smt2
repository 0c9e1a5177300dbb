; A subnormal number of a given magnitude.
; library: libm.so.6
(set-info :status sat)
(declare-cb ilogbf (Float32) (_ BitVec 32))
(declare-const x Float32)
(assert (= (ilogbf x) (bvneg (_ bv140 32))))
(check-sat)
