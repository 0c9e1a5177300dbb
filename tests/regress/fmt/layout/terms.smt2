; RUN: fmt --terms
(set-logic QF_LIA)(declare-const x Int)(define-fun f ((a Int)) Int (* 2 a))
(push 1)(declare-const b Bool)(assert (! (or b (= (f x) 4)) :named n))(check-sat)(pop 1)
(assert (> x 0))(check-sat-assuming ((> x 1)))(get-value (x (f x)))(echo "a ""b""")
