; Two days with the same number of seconds.
; library: libc.so.6
(set-info :status unsat)
(declare-cb seconds_of ((_ BitVec 16) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const y (_ BitVec 16))
(declare-const m (_ BitVec 8))
(declare-const d (_ BitVec 8))
(declare-const e (_ BitVec 8))
(assert (and (bvuge y (_ bv2000 16)) (bvult y (_ bv2004 16)) (bvuge m #x01) (bvule m #x0c)))
(assert (and (bvuge d #x01) (bvult d e) (bvule e #x1c)))
(assert (= (seconds_of y m d) (seconds_of y m e)))
(check-sat)
