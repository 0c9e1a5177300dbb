; RUN: reduce -q {} -- grep -q bvlshr
; EXPECT: (assert (= (bvlshr #b0 #b0) #b0))
; EXPECT: (check-sat)
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= (bvlshr (bvadd x y) #x01) #x02))
(assert (bvult x y))
(check-sat)
