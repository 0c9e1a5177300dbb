; toupper returns no small letter.
; library: libc.so.6
(set-info :status unsat)
(declare-cb toupper ((_ BitVec 32)) (_ BitVec 32))
(declare-const c (_ BitVec 32))
(assert (bvult c #x00000100))
(assert (let ((u (toupper c))) (and (bvuge u #x00000061) (bvule u #x0000007a))))
(check-sat)
