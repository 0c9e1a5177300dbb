; The error code of a parser that is none.
; library: libexpat.so.1
(set-info :status unknown)
(declare-cb xml_code_at ((_ BitVec 64)) (_ BitVec 32))
(declare-const p (_ BitVec 64))
(assert (and (bvuge p (_ bv8 64)) (bvult p (_ bv2048 64))))
(assert (= (xml_code_at p) #x00000002))
(check-sat)
