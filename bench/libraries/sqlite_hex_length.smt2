; 16 bits have no five hexadecimal digits.
; library: libsqlite3.so.0
(set-info :status unsat)
(declare-cb sql_hex_length ((_ BitVec 64)) (_ BitVec 64))
(declare-const x (_ BitVec 64))
(assert (bvult x (_ bv65536 64)))
(assert (= (sql_hex_length x) (_ bv5 64)))
(check-sat)
