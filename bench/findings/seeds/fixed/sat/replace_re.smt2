(assert (= (str.replace_re "" (str.to_re "") "b") "b"))
(check-sat)
