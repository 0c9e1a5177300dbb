; RUN: solve -q --lib with/boxes.c --timeout 20
; EXPECT: unsat
(declare-cb twice ((_ BitVec 4)) (_ BitVec 4))
(assert (exists ((x (_ BitVec 4)) (y (_ BitVec 4)))
  (and (distinct (twice x) (twice y)) (= (bvadd x x) (bvadd y y)))))
(check-sat)
