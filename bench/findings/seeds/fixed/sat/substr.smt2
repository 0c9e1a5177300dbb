(assert (= (str.++ " aaa" (str.substr "{b" 1 1)) " aaab"))
(check-sat)
