; Control characters are no XML.
; library: libexpat.so.1
(set-info :status unsat)
(declare-cb xml_byte ((_ BitVec 8)) Bool)
(declare-const b (_ BitVec 8))
(assert (bvult b #x20))
(assert (not (or (= b #x09) (= b #x0a) (= b #x0d))))
(assert (xml_byte b))
(check-sat)
