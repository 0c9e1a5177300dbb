; The first bit that is set is no later than one that is.
; library: libc.so.6
(set-info :status unsat)
(declare-cb ffs ((_ BitVec 32)) (_ BitVec 32))
(declare-const x (_ BitVec 32))
(assert (bvult x #x00100000))
(assert (not (= ((_ extract 11 0) x) #x000)))
(assert (bvsgt (ffs x) #x0000000c))
(check-sat)
