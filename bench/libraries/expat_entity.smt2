; One character that makes the text not well-formed.
; library: libexpat.so.1
(set-info :status sat)
(declare-cb xml_error (String) (_ BitVec 32))
(declare-const t String)
(assert (= (str.len t) 1))
(assert (= (xml_error (str.++ "<a>" t "</a>")) #x00000004))
(check-sat)
