; integers of cvc5 beyond the standard
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (= ((_ iand 4) x y) 5))
(assert (= (int.pow2 x) 32))
(check-sat)
