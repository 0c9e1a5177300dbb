; as: library
(set-info :status sat)
(declare-cb header ((_ BitVec 64)) Bool)
(declare-const r (_ BitVec 64))
(assert (header r))
(assert (= ((_ extract 55 48) r) #x77))
(check-sat)
