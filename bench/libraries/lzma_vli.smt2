; A number that takes five bytes.
; library: liblzma.so.5
(set-info :status sat)
(declare-cb lzma_vli_size ((_ BitVec 64)) (_ BitVec 32))
(declare-const x (_ BitVec 64))
(assert (= (lzma_vli_size x) #x00000005))
(check-sat)
