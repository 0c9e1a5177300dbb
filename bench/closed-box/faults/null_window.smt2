; medium: a window whose lower part crashes
(set-info :status sat)
(set-logic ALL)
(declare-cb null_low ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "null_low")
(declare-const x (_ BitVec 16))
(assert (bvult x #x0200))
(assert (bvult (null_low x) #x5b10))
(check-sat)
