; The size that means error 64.
; library: libzstd.so.1
(set-info :status sat)
(declare-cb ZSTD_isError ((_ BitVec 64)) (_ BitVec 32))
(declare-cb ZSTD_getErrorCode ((_ BitVec 64)) (_ BitVec 32))
(declare-const x (_ BitVec 64))
(assert (not (= (ZSTD_isError x) #x00000000)))
(assert (= (ZSTD_getErrorCode x) #x00000040))
(check-sat)
