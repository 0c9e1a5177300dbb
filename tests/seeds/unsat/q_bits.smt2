(set-logic BV)
(declare-const c (_ BitVec 4))
(assert (forall ((x (_ BitVec 4))) (distinct (bvadd x #x3) c)))
(check-sat)
