; as: source
(set-info :status sat)
(declare-cb serial (String) Bool)
(declare-const s String)
(assert (serial s))
(check-sat)
