(declare-const r (Relation Int Int))(declare-const t (Table Int Bool))
(assert (= r (rel.join r r) (rel.product r r) (rel.transpose r) (rel.tclosure r) (rel.iden (rel.join_image r 1))))
(assert (= t (table.product t t)))(assert (= (table.join t t) (table.product t (as bag.empty (Table Int)))))
(assert (= ((_ rel.group 0) r) ((_ table.group 0) t)))(assert (= r ((_ rel.aggr 0) (lambda ((x (Tuple Int Int)) (y Int)) y) 0 r)))
