; A Monday, the 29th of February, at midnight.
; library: libc.so.6
(set-info :status sat)
(declare-cb weekday ((_ BitVec 32)) (_ BitVec 32))
(declare-cb date_number ((_ BitVec 32)) (_ BitVec 32))
(declare-const t (_ BitVec 32))
(assert (= (bvurem t (_ bv86400 32)) #x00000000))
(assert (= (weekday t) #x00000001))
(assert (= (bvurem (date_number t) (_ bv10000 32)) (_ bv229 32)))
(check-sat)
