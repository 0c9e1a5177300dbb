; No word of 22 bits hashes to zero.
; library: libxxhash.so.0
(set-info :status unsat)
(declare-cb xxhash4 ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00400000))
(assert (= (xxhash4 x) #x00000000))
(check-sat)
