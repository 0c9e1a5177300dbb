; as: library
(set-info :status sat)
(declare-cb card (String) Bool)
(declare-const s String)
(assert (card s))
(check-sat)
