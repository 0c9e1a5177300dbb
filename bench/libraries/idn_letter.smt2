; A Greek letter that a host name may have.
; library: libidn2.so.0
(set-info :status sat)
(declare-cb idn_code ((_ BitVec 16)) (_ BitVec 32))
(declare-const c (_ BitVec 16))
(assert (and (bvuge c #x0370) (bvult c #x0400)))
(assert (= (idn_code c) #x00000000))
(check-sat)
