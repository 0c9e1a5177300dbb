(declare-const a (Array Int Int))(declare-const m (-> Int Int Bool))(declare-fun f (Int Int) Int)
(assert (eqrange a a 0 9))(assert (apply m 1 2))(assert (@ m 1 2))(assert (= (@ f 1) (f 2)))
(assert (= a ((as const (Array Int Int)) 3)(_ as-array g)((_ map f) a a)))
(declare-fun g (Int) Int)(assert (= a (_ as-array g)))(assert (eqrange a a 0 true))(assert (a 1))(assert (= 1 (a 1)))
