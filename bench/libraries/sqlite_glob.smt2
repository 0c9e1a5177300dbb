; A text that a pattern of GLOB takes.
; library: libsqlite3.so.0
(set-info :status sat)
(declare-cb sqlite3_strglob (String String) (_ BitVec 32))
(declare-const s String)
(assert (= (sqlite3_strglob "[0-9]*-x?" s) #x00000000))
(check-sat)
