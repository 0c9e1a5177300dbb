; A word as a number of base 36.
; library: libc.so.6
(set-info :status sat)
(declare-cb strtol_here (String (_ BitVec 32)) (_ BitVec 32))
(declare-const s String)
(assert (= (strtol_here s #x00000024) (_ bv740015 32)))
(check-sat)
