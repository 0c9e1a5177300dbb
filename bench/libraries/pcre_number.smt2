; A number over 10,000 that the pattern takes.
; library: libpcre2-8.so.0
(set-info :status sat)
(declare-cb re_number ((_ BitVec 32)) Bool)
(declare-const n (_ BitVec 32))
(assert (and (bvugt n (_ bv10000 32)) (bvult n (_ bv70000 32))))
(assert (re_number n))
(check-sat)
