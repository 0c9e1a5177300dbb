; For which sizes is the bound 14 bytes larger?
; library: libz.so.1
(set-info :status sat)
(declare-cb compressBound ((_ BitVec 64)) (_ BitVec 64))
(declare-const n (_ BitVec 64))
(assert (= (bvsub (compressBound n) n) (_ bv14 64)))
(check-sat)
