; No character of private use may be in a host name.
; library: libidn2.so.0
(set-info :status unsat)
(declare-cb idn_code ((_ BitVec 16)) (_ BitVec 32))
(declare-const c (_ BitVec 16))
(assert (and (bvuge c #xe000) (bvult c #xf000)))
(assert (= (idn_code c) #x00000000))
(check-sat)
