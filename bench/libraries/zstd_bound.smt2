; The bound is never less than the size.
; library: libzstd.so.1
(set-info :status unsat)
(declare-cb ZSTD_compressBound ((_ BitVec 64)) (_ BitVec 64))
(declare-const n (_ BitVec 64))
(assert (bvult n (_ bv1048576 64)))
(assert (bvult (ZSTD_compressBound n) n))
(check-sat)
