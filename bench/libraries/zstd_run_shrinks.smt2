; A run of less than 64 bytes that shrinks.
; library: libzstd.so.1
(set-info :status sat)
(declare-cb zstd_run ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const c (_ BitVec 8))
(declare-const n (_ BitVec 8))
(assert (bvult n #x40))
(assert (bvult (zstd_run c n) ((_ zero_extend 24) n)))
(check-sat)
