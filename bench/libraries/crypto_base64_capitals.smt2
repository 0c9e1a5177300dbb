; Capitals stand for the first 26 values.
; library: libcrypto.so.3
(set-info :status unsat)
(declare-cb base64_block ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(declare-const d (_ BitVec 8))
(assert (and (bvuge a #x41) (bvule a #x5a) (bvuge b #x41) (bvule b #x5a)))
(assert (and (bvuge c #x41) (bvule c #x5a) (bvuge d #x41) (bvule d #x5a)))
(assert (bvuge ((_ extract 31 18) (base64_block a b c d)) (_ bv26 14)))
(check-sat)
