; Four bytes with a given Adler-32.
; library: libz.so.1
(set-info :status sat)
(declare-cb adler4 ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (= (adler4 x) #x03d8018b))
(check-sat)
