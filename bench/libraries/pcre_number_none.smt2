; None between 14,000 and 77,776.
; library: libpcre2-8.so.0
(set-info :status unsat)
(declare-cb re_number ((_ BitVec 32)) Bool)
(declare-const n (_ BitVec 32))
(assert (and (bvuge n (_ bv14000 32)) (bvult n (_ bv77777 32))))
(assert (re_number n))
(check-sat)
