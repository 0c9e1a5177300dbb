; No 29th of February in an odd year.
; library: libc.so.6
(set-info :status unsat)
(declare-cb date_number ((_ BitVec 32)) (_ BitVec 32))
(declare-const t (_ BitVec 32))
(assert (= (bvurem t (_ bv86400 32)) #x00000000))
(assert (= (bvurem (date_number t) (_ bv10000 32)) (_ bv229 32)))
(assert (= ((_ extract 0 0) (bvudiv (date_number t) (_ bv10000 32))) #b1))
(check-sat)
