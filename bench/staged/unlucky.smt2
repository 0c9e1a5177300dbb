; as: source
(set-info :status sat)
(declare-cb unlucky (String) Bool)
(declare-const s String)
(assert (unlucky s))
(check-sat)
