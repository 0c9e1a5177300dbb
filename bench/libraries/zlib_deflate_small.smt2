; Compressed data is never shorter than 8 bytes.
; library: libz.so.1
(set-info :status unsat)
(declare-cb deflate_run ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(declare-const n (_ BitVec 8))
(assert (bvult c #x08))
(assert (bvult n #x40))
(assert (bvult (deflate_run c n) #x00000008))
(check-sat)
