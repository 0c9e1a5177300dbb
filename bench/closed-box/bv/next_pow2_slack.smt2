; easy: five below the next power of two, beyond 1,000
(set-info :status sat)
(set-logic ALL)
(declare-cb next_pow2 ((_ BitVec 32)) (_ BitVec 32) :lib "boxes.c" :symbol "next_pow2")
(declare-const x (_ BitVec 32))
(assert (= (bvsub (next_pow2 x) x) #x00000005))
(assert (bvugt x (_ bv1000 32)))
(check-sat)
