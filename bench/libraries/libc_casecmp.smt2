; Letters that are the same but for their case differ in one bit.
; library: libc.so.6
(set-info :status unsat)
(declare-cb casecmp1 ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 32))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (= (casecmp1 a b) #x00000000))
(assert (not (= a b)))
(assert (not (= (bvxor a b) #x20)))
(check-sat)
