; as: library
(set-info :status sat)
(declare-cb account (String) Bool)
(declare-const s String)
(assert (account s))
(assert (not (= (str.at s 0) (str.at s 1))))
(check-sat)
