; The text of the address 127.0.0.1.
; library: libc.so.6
(set-info :status sat)
(declare-cb inet_addr (String) (_ BitVec 32))
(declare-const s String)
(assert (= (inet_addr s) #x0100007f))
(assert (>= (str.len s) 7))
(check-sat)
