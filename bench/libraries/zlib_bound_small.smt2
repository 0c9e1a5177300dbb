; The bound is never less than the size and 13.
; library: libz.so.1
(set-info :status unsat)
(declare-cb compressBound ((_ BitVec 64)) (_ BitVec 64))
(declare-const n (_ BitVec 64))
(assert (bvult n (_ bv1048576 64)))
(assert (bvult (compressBound n) (bvadd n (_ bv13 64))))
(check-sat)
