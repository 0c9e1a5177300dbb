; as: library
(set-info :status sat)
(declare-cb nested (String) Bool)
(declare-const s String)
(assert (nested s))
(check-sat)
