(declare-const r (Relation Int String))(declare-const t (Table Int Int Bool))(declare-const q (Tuple Int Bool))
(assert (= ((_ rel.project 1 0) r) ((_ rel.project 1 0) r)))(assert (= ((_ table.project 2) t)((_ table.project 2) t)))
(assert (= q ((_ tuple.update 0) q 3)))(assert (= (tuple false) ((_ tuple.project 1) q)))(assert (= tuple.unit tuple.unit))
(assert ((_ tuple.select 1) q))(assert (= 1 ((_ tuple.select 7) q)))(assert (= q ((as tuple (Tuple Int Bool)) 1 true)))
