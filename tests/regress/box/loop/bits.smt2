; The baseline that learns bit by bit: sat, unsat, and what is more than bits.
; RUN: solve -q --lib with/boxes.c --timeout 60 --mode bits
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unknown
(declare-cb low ((_ BitVec 8)) (_ BitVec 8) :symbol "low_bits")
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= (bvadd (low x) y) #x0c))
(assert (bvult y #x02))
(check-sat)
(assert (bvugt (low y) #x0c))
(check-sat)
(reset-assertions)
(declare-cb low ((_ BitVec 8)) (_ BitVec 8) :symbol "low_bits")
(declare-const x (_ BitVec 8))
(declare-const i Int)
(assert (= (bv2nat (low x)) i))
(check-sat)
