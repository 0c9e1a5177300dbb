; easy: 64 bits: a window of absolute values
(set-info :status sat)
(set-logic ALL)
(declare-cb labs ((_ BitVec 64)) (_ BitVec 64))
(declare-const x (_ BitVec 64))
(assert (bvslt x #xffffffffffff0000))
(assert (bvult (labs x) #x0000000000020000))
(check-sat)
