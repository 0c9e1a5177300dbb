; Compressed data is never shorter than 14 bytes.
; library: libbz2.so.1.0
(set-info :status unsat)
(declare-cb bzip_run ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(declare-const n (_ BitVec 8))
(assert (bvult c #x10))
(assert (bvult n #x10))
(assert (bvult (bzip_run c n) #x0000000e))
(check-sat)
