(declare-const a (Array Int Int))(declare-fun f (Int Int) Int)(declare-const t (Bag (Tuple Int Bool)))
(assert (eqrange a a 0))(assert (eqrange 1 a 0 0))(assert (bvredor true))(assert (bvultbv a a))(assert (bvite a a a))
(assert (let () true))(assert (forall ((x Int)) (! (> x 0) :named n)))(assert (bag.all f t))(assert (set.some a))
(assert (= a (_ as-array f)(_ as-array h)((_ map f) a)((_ map h) a)))(assert ((_ rel.project 5) t))(assert (bag.member t))
