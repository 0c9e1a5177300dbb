; None of five names is root, whatever the case.
; library: libsqlite3.so.0
(set-info :status unsat)
(declare-cb sqlite3_stricmp (String String) (_ BitVec 32))
(declare-const s String)
(assert (or (= s "toor") (= s "Roots") (= s "r00t") (= s "ro ot") (= s "")))
(assert (= (sqlite3_stricmp s "root") #x00000000))
(check-sat)
