; The two letters by which OpenSSL knows object 13.
; library: libcrypto.so.3
(set-info :status sat)
(declare-cb OBJ_sn2nid (String) (_ BitVec 32))
(declare-const s String)
(assert (str.in_re s ((_ re.^ 2) (re.range "A" "Z"))))
(assert (= (OBJ_sn2nid s) #x0000000d))
(check-sat)
