; A run never grows by more than 9 bytes.
; library: libzstd.so.1
(set-info :status unsat)
(declare-cb zstd_run ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(declare-const n (_ BitVec 8))
(assert (bvult n #x20))
(assert (bvugt (zstd_run c n) (bvadd ((_ zero_extend 24) n) #x00000009)))
(check-sat)
