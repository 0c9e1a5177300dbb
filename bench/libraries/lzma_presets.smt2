; A higher preset needs no less memory.
; library: liblzma.so.5
(set-info :status unsat)
(declare-cb lzma_easy_decoder_memusage ((_ BitVec 32)) (_ BitVec 64))
(declare-const p (_ BitVec 32))
(declare-const q (_ BitVec 32))
(assert (bvult p q))
(assert (bvult q #x0000000a))
(assert (bvugt (lzma_easy_decoder_memusage p) (lzma_easy_decoder_memusage q)))
(check-sat)
