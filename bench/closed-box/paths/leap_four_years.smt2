; hard: four years in a row around 2000 without a leap year
(set-info :status unsat)
(set-logic ALL)
(declare-cb is_leap ((_ BitVec 16)) Bool :lib "boxes.c" :symbol "is_leap")
(declare-const y (_ BitVec 16))
(assert (and (bvuge y (_ bv1990 16)) (bvule y (_ bv2010 16))))
(assert (not (or (is_leap y) (is_leap (bvadd y #x0001)) (is_leap (bvadd y #x0002)) (is_leap (bvadd y #x0003)))))
(check-sat)
