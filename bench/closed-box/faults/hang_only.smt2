; medium: only where it hangs
(set-info :status unknown)
(set-info :tandem-answer unknown)
(set-logic ALL)
(declare-cb hang_63 ((_ BitVec 16)) (_ BitVec 16) :lib "boxes.c" :symbol "hang_63")
(declare-const x (_ BitVec 16))
(assert (= x #x00bf))
(assert (= (hang_63 x) #x0002))
(check-sat)
