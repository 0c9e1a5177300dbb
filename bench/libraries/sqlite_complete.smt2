; A complete statement that begins with SELECT.
; library: libsqlite3.so.0
(set-info :status sat)
(declare-cb sqlite3_complete (String) (_ BitVec 32))
(declare-const s String)
(assert (str.prefixof "SELECT " s))
(assert (= (sqlite3_complete s) #x00000001))
(assert (>= (str.len s) 9))
(check-sat)
