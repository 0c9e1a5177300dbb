; The day of the second 999,993,600.
; library: libc.so.6
(set-info :status sat)
(declare-cb seconds_of ((_ BitVec 16) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const y (_ BitVec 16))
(declare-const m (_ BitVec 8))
(declare-const d (_ BitVec 8))
(assert (and (bvuge y (_ bv1970 16)) (bvult y (_ bv2100 16)) (bvuge m #x01) (bvule m #x0c) (bvuge d #x01) (bvule d #x1f)))
(assert (= (seconds_of y m d) (_ bv999993600 32)))
(check-sat)
