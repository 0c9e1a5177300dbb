; The name of an empty element.
; library: libexpat.so.1
(set-info :status sat)
(declare-cb xml_error (String) (_ BitVec 32))
(declare-const t String)
(assert (= (str.len t) 1))
(assert (= (xml_error (str.++ "<" t "/>")) #x00000000))
(check-sat)
