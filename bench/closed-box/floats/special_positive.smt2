; easy: a special value above 0
(set-info :status sat)
(set-logic ALL)
(declare-cb is_special ((_ FloatingPoint 11 53)) Bool :lib "boxes.c" :symbol "is_special")
(declare-const x (_ FloatingPoint 11 53))
(assert (is_special x))
(assert (fp.gt x (_ +zero 11 53)))
(check-sat)
