; A run of one byte that takes 39 bytes.
; library: libbz2.so.1.0
(set-info :status sat)
(declare-cb bzip_run ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(declare-const n (_ BitVec 8))
(assert (= (bzip_run c n) #x00000027))
(check-sat)
