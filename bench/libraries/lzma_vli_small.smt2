; 20 bits take at most three bytes.
; library: liblzma.so.5
(set-info :status unsat)
(declare-cb lzma_vli_size ((_ BitVec 64)) (_ BitVec 32))
(declare-const x (_ BitVec 64))
(assert (bvult x (_ bv1048576 64)))
(assert (bvugt (lzma_vli_size x) #x00000003))
(check-sat)
