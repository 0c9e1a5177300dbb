; The same word in other letters.
; library: libsqlite3.so.0
(set-info :status sat)
(declare-cb sqlite3_stricmp (String String) (_ BitVec 32))
(declare-const s String)
(assert (= (sqlite3_stricmp s "Password") #x00000000))
(assert (not (= s "Password")))
(check-sat)
