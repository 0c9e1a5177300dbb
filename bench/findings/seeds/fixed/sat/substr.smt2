(declare-const i Int)
(assert (= i 1))
(assert (= (str.++ " aaa" (str.substr "{b" i 1)) " aaab"))
(check-sat)
